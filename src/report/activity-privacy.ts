// What events and messages say of persons: attributes, contents and payloads are masked, addresses anywhere else too.
import { maskName, maskValue, maskWithin } from '../core/secrecy/personal.ts'
import { mapLeaves, type Value } from '../core/value.ts'

/** Fields by name; all that is in them is masked, but for ids. */
const personal: ReadonlySet<string> = new Set([
  'firstName', 'lastName', 'email', 'phone', 'avatar', 'data', 'payload', 'overrides', 'content', 'subject', 'title',
  'htmlContent', 'actor',
]) // prettier-ignore

/** What is nested deeper is closed already: see `withoutSecrets`. */
export function withoutPersonalRecord(value: Value): Value {
  return mapLeaves(value, (leaf, path) => {
    if (path.some((key) => personal.has(key))) return maskValue(leaf)
    if (typeof leaf !== 'string') return leaf
    return path.at(-1) === 'subscriberId' ? maskName(leaf) : maskWithin(leaf)
  })
}
