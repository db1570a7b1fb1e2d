// What events and messages say of persons: attributes, contents and payloads are masked, addresses anywhere else too.
import { maskName, maskValue, maskWithin } from '../core/secrecy/personal.ts'
import { isList, isMap, mapOf, type Value } from '../core/value.ts'

/** Fields by name; all that is in them is masked, but for ids. */
const personal: ReadonlySet<string> = new Set([
  'firstName', 'lastName', 'email', 'phone', 'avatar', 'data', 'payload', 'overrides', 'content', 'subject', 'title',
  'htmlContent', 'actor',
]) // prettier-ignore

/** What is nested deeper is closed already: see `withoutSecrets`. */
export function withoutPersonalRecord(value: Value, name = ''): Value {
  if (personal.has(name)) return maskValue(value)
  if (isList(value)) return value.map((each) => withoutPersonalRecord(each, name))
  if (isMap(value))
    return mapOf(Object.entries(value).map(([key, each]) => [key, withoutPersonalRecord(each, key)] as const))
  if (typeof value !== 'string') return value
  return name === 'subscriberId' ? maskName(value) : maskWithin(value)
}
