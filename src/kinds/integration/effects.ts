// What a change of one integration does to fields that it doesn't set: its own, and those of others of its channel.
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import type { Change } from '../../core/plan/change.ts'
import { textOf } from '../../core/value.ts'
import type { Effect } from '../kind.ts'
import type { Desired, Live } from '../resource.ts'
import { isPrimary } from './primary.ts'
import { hasConditions, hasRules, isRouted } from './routing.ts'

/** As deployed services do; the contract leaves most of it open. */
export function effectsOf(
  { action, name, after }: Change,
  { fields: declared }: Desired,
  all: readonly Live[],
): Effect[] {
  const self = all.find((each) => each.name === name)
  const channel = textOf(self?.fields['channel'] ?? declared['channel'])
  const others = all.filter((each) => each !== self && each.fields['channel'] === channel)
  const primaries = others.filter(({ fields }) => isPrimary(fields))
  const of = (field: string, message: string, isTrue: boolean | undefined): Effect[] =>
    isTrue === true ? [{ name, field, message }] : []
  const moving = (message: string, isTrue: boolean | undefined): Effect[] =>
    isTrue !== true || !channelsWithPrimary.has(channel)
      ? []
      : [{ name, field: 'primary', message, primaryOf: { channel, others: others.map((each) => each.name) } }]
  if (action === 'resend') return []
  if (action === 'set-primary')
    return [
      ...primaries.map((each) => ({
        name: each.name,
        field: 'primary',
        message: `${each.name} stops being primary for ${channel}`,
      })),
      ...of('active', `${name} becomes active`, self && self.fields['active'] !== true),
      ...of('conditions', `${name} may lose its conditions`, self && hasConditions(self.fields)),
      ...of('rules', `${name} loses its rules`, self && hasRules(self.fields)),
    ]
  const isOff = after['active'] === false
  const gains = after['active'] === true && self?.fields['active'] !== true
  const isTaken = primaries.some(({ fields }) => fields['active'] === true)
  return [
    ...moving(`${name} may become primary for ${channel}`, gains && !isTaken),
    ...moving(
      `${name} stops being primary for ${channel}`,
      self && isPrimary(self.fields) && (isOff || isRouted(after)),
    ),
    ...of(
      'conditions',
      `${name} loses its conditions`,
      self && hasConditions(self.fields) && hasRules(after) && !Object.hasOwn(after, 'conditions'),
    ),
  ]
}
