// Masks deliveries, and what triggers and smoke suites found of them, for readers who must not see personal data.
import type { Delivery, Judgement } from '../../core/delivery/delivery.ts'
import type { SmokeAttempt, SmokeRun } from '../../core/delivery/smoke.ts'
import { maskName, maskQuoted, maskText, maskValue, maskWithin } from '../../core/secrets/personal.ts'
import { mapLeaves, type Value, type ValueMap } from '../../core/value.ts'
import { masked, type Mask } from './masks.ts'

export function withoutPersonalDeliveries(deliveries: readonly Delivery[]): readonly Delivery[] {
  return withoutPersonalFields(deliveries)
}

/** An event or a message. */
export function withoutPersonalItem(item: ValueMap): ValueMap {
  return withoutPersonalFields(item)
}

/** Fields by name; everything in them is masked, except ids. */
const personal: ReadonlySet<string> = new Set([
  'firstName', 'lastName', 'email', 'phone', 'avatar', 'data', 'payload', 'overrides', 'content', 'subject', 'title',
  'htmlContent', 'actor',
]) // prettier-ignore

/** Deeper values are closed already: see `withoutSecrets`. */
export function withoutPersonalFields<Data extends object>(data: Data): Data {
  return mapLeaves(data as Value, (leaf, path) => {
    if (path.some((key) => personal.has(key))) return maskValue(leaf)
    if (typeof leaf !== 'string') return leaf
    return path.at(-1) === 'subscriberId' ? maskName(leaf) : maskWithin(leaf)
  }) as Data
}

/** Sentences may quote the strings in `quotable`: see `quotableOf`. */
export function triggerMasks(quotable: readonly string[]) {
  const quoted = (text: string): string => maskQuoted(text, quotable)
  return {
    explanations: [{ recipient: quoted, why: quoted, advice: quoted, resource: quoted }],
    judgements: [{ recipient: quoted, expected: quoted, seen: quoted }],
  } as const
}

/** Names of suites and recipients are those of the manifests, so they are shown. */
export const ofSmokeRun: Mask<SmokeRun> = { results: [{ name: maskWithin, attempts: [withoutPersons] }] }

function withoutPersons(attempt: SmokeAttempt): SmokeAttempt {
  const { quotable = [] } = attempt
  const quoted = (text: string): string => maskQuoted(text, quotable)
  const judgement = (judged: Judgement): Judgement => {
    const seen = message.test(judged.expected) ? maskAfterSign : quoted
    return masked(judged, { recipient: maskName, expected: maskWithin, seen })
  }
  const explanation = { recipient: maskName, why: quoted, advice: quoted, resource: maskWithin }
  return { ...masked(attempt, { judgements: [judgement], explanations: [explanation] }), quotable: [] }
}

/** An expectation of a message's text, which may contain personal data. */
const message = /^(?:\w+\.)?(?:subject|title|content)~?=/

function maskAfterSign(text: string): string {
  const at = text.indexOf('=') + 1 || text.length
  return text.slice(0, at) + maskText(text.slice(at))
}
