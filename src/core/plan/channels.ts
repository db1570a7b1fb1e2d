// Whether what is sent to a channel arrives: one state for each channel, from the state of its integrations.
import { given, present } from '../given.ts'
import { grouped } from '../lists.ts'
import { applyCommand, type MayBeProtected } from '../target.ts'
import { listText } from '../words.ts'
import { notesOf, type Noted } from './notes.ts'
import type { IntegrationState, Section, IntegrationStates } from './plan.ts'

/** The channels of which one integration delivers: the primary. */
export const channelsWithPrimary: ReadonlySet<string> = new Set(['email', 'sms'])

export const channelStateNames = ['up', 'degraded', 'down', 'failed over'] as const

/** `down`: nothing arrives. `degraded`: not everything arrives, or not through the integration that is meant to send it. */
export interface ChannelState {
  readonly channel: string
  readonly state: (typeof channelStateNames)[number]
  /** Of an audit, which reports the state unless the channel is up. */
  readonly rule: 'several-primaries' | 'channel-state'
  /** Absent if the channel is up. */
  readonly why?: string
  /** Something arrives after all if the service uses one of these integrations; which one it uses is not known. */
  readonly unless?: string
  /** The integrations of which the reason says that they have no credentials. */
  readonly bare?: readonly string[]
}

interface Sender extends IntegrationState {
  readonly name: string
}

/** Only deployed services activate an integration that becomes primary, or make the first active one of a channel primary. */
function isLeftOpen(channel: string, all: readonly IntegrationStates[]): boolean {
  let hasPrimary = false
  let isActivated = false
  for (const { before, after } of all) {
    if (after?.primary === true && before?.primary !== true && !after.active) return true
    hasPrimary ||= after?.primary === true
    isActivated ||= after?.active === true && !after.conditional && before?.active !== true
  }
  return channelsWithPrimary.has(channel) && !hasPrimary && isActivated
}

/**
 * Of each channel that has integrations, unless the manifests already switched all of them off. After a plan, without the
 * channels whose state the API contract leaves open.
 */
export function channelStates(
  { delivery = [], notes = [] }: Pick<Section, 'delivery'> & Partial<Noted>,
  when: 'before' | 'after' = 'before',
): readonly ChannelState[] {
  const failovers = when === 'before' ? notesOf({ notes }, 'failedOver') : []
  const states: ChannelState[] = []
  for (const [channel, all] of grouped(delivery, (each) => each.channel)) {
    if (all.every((each) => each[when] === undefined)) continue
    if (when === 'after' && isLeftOpen(channel, all)) continue
    // On purpose: the manifests declare `active: false` for every integration of the channel.
    const isOff = (each: IntegrationStates): boolean =>
      each.declaredInactive === true && each.before?.active !== true && each[when]?.active !== true
    if (all.every(isOff)) continue
    const found = channelState(channel, all, when)
    const failover = failovers.find((note) => note.channel === channel)
    if (found.state !== 'up' || failover === undefined) {
      states.push(found)
      continue
    }
    const { to, since } = failover
    const time = since === undefined ? ' (time not known)' : ` since ${since}`
    states.push({ ...found, state: 'failed over', why: `${to} is primary${time}` })
  }
  return states
}

/** If the service may use an integration that can't deliver, the state is the worse one, and the reason names it. */
export function channelState(
  channel: string,
  all: readonly IntegrationStates[],
  when: 'before' | 'after',
): ChannelState {
  const own = all
    .flatMap(({ name, [when]: state }) => (state === undefined ? [] : { name, ...state }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  const hasPrimary = channelsWithPrimary.has(channel)
  const active = own.filter((each) => each.active)
  const sendSome = active.filter(({ conditional, routes }) => conditional && routes === undefined)
  const sendAll = active.filter(({ conditional, routes }) => !conditional || routes === 'everything')
  // Integrations with rules that match everything come before the primary integration.
  const preferred = hasPrimary ? sendAll.filter(({ primary, conditional }) => conditional && !primary) : []
  const used = preferred.length > 0 ? preferred : sendAll.filter(({ primary }) => !hasPrimary || primary)
  const able = used.filter(hasCredentials)
  const bare = [...used, ...sendSome].filter((each) => !hasCredentials(each))
  const primaries = own.filter(({ primary }) => primary)
  const reasons = present(
    used.length === 0 && whyNoneSends(own, hasPrimary),
    preferred.length > 0 &&
      `the rules of ${namesOf(preferred)} match every notification, so no other integration sends`,
    used.length > 0 && hasPrimary && primaries.length > 1 && severalPrimaries(primaries),
    bare.length > 0 &&
      `${bare.length === 1 ? 'integration' : 'integrations'} ${namesOf(bare)} ${bare.length === 1 ? 'has' : 'have'} no credentials`,
  )
  if (reasons.length === 0) return { channel, state: 'up', rule: 'channel-state' }
  // Of a channel with a primary integration, the service may use the one without credentials.
  const isCertain = able.length > 0 && (!hasPrimary || able.length === used.length)
  const isSome = isCertain || sendSome.some(hasCredentials)
  const doubt = !isSome && able.length > 0 ? { unless: namesOf(able) } : {}
  const state = isSome ? 'degraded' : 'down'
  const rule = isSome && primaries.length > 1 ? 'several-primaries' : 'channel-state'
  return { channel, state, rule, ...doubt, why: reasons.join('; '), bare: bare.map(({ name }) => name) }
}

export function severalPrimaries(all: readonly { readonly name: string }[]): string {
  return `${namesOf(all)} are primary, and the service uses the newest active primary integration`
}

function hasCredentials({ withoutCredentials }: Sender): boolean {
  return withoutCredentials !== true
}

/** Why no integration sends what the others don't take. */
function whyNoneSends(own: readonly Sender[], hasPrimary: boolean): string {
  const active = own.filter((each) => each.active)
  const primary = hasPrimary ? own.find((each) => each.primary) : undefined
  if (active.length === 0)
    return own.length === 1
      ? `its only integration ${namesOf(own)} is inactive`
      : `all its integrations (${namesOf(own)}) are inactive`
  if (primary?.active === false) return `its primary integration ${primary.name} is inactive`
  if (primary === undefined && active.some(({ conditional }) => !conditional))
    return `none of its active integrations (${namesOf(active)}) is primary`
  const routed = primary === undefined ? active : [primary]
  return routed.every(({ routes }) => routes === 'nothing')
    ? `no notification can match the conditions or rules of ${namesOf(routed)}`
    : `only notifications that match conditions or rules are certain to be sent (${namesOf(routed)})`
}

export function namesOf(all: readonly { readonly name: string }[]): string {
  return listText(
    all.map(({ name }) => name),
    5,
  )
}

const words = { up: 'is up', degraded: 'is degraded', down: 'delivers nothing', 'failed over': 'failed over' }

/** `email delivers nothing in Production: its only integration mailgun-old is inactive` */
export function channelSentence({ channel, state, why, unless }: ChannelState, target?: string): string {
  const place = target === undefined ? '' : ` in ${target}`
  const doubt = unless === undefined ? '' : ` unless the service uses ${unless}`
  return `${channel} ${words[state]}${place}${doubt}${why === undefined ? '' : `: ${why}`}`
}

export function channelHint({ channel }: ChannelState, target: MayBeProtected): string {
  return `Check that the manifests declare exactly one ${channelsWithPrimary.has(channel) ? 'primary integration' : 'integration'} for ${channel} that is active, has credentials, and has no conditions or rules. Then run ${applyCommand(target)}.`
}

const severities = { up: 0, 'failed over': 0, degraded: 1, down: 2 }

/** Whether less arrives after a plan than before it. */
export function getsWorse(before: ChannelState, after: ChannelState): boolean {
  return severities[after.state] > severities[before.state]
}

export interface ChannelForecast {
  readonly before: ChannelState
  readonly after?: ChannelState
}

/** The channels of a section that aren't up, or won't be after the plan. */
export function channelForecasts(section: Section): readonly ChannelForecast[] {
  // Without a service, it is not known what arrives.
  if (section.url === '') return []
  const later = channelStates(section, 'after')
  const now = channelStates(section)
  const forecasts = now.flatMap((before) => {
    const after = later.find(({ channel }) => channel === before.channel)
    return before.state === 'up' && (after?.state ?? 'up') === 'up' ? [] : given({ before, after })
  })
  for (const after of later) {
    const { channel, rule } = after
    if (after.state === 'up' || now.some((before) => before.channel === channel)) continue
    forecasts.push({ before: { channel, rule, state: 'down', why: 'it has no integrations' }, after })
  }
  return forecasts
}
