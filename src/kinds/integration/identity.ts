// What an integration is known by in its target.

/** The in-app integration is known by its channel: each environment is born with exactly one. */
export function nameOf(resource: { readonly channel?: unknown; readonly identifier?: unknown }): string {
  return resource.channel === 'in_app' ? 'in_app' : String(resource.identifier)
}
