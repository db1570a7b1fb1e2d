// The envelope of successful replies: all but those that have a `data` of their own are wrapped in one.

export function wrapped(reply: unknown): unknown {
  return hasData(reply) ? reply : { data: reply }
}

/** A resource may have `data` too, but then it has an id. */
function hasData(reply: unknown): boolean {
  if (typeof reply !== 'object' || reply === null || !('data' in reply)) return false
  return Boolean(reply.data) && !('_id' in reply) && !('id' in reply)
}
