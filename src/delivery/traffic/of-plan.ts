// What the integrations that a plan changes delivered lately, beside each of its changes and notes.
import { notesOf } from '../../core/plan/notes.ts'
import type { Change } from '../../core/plan/change.ts'
import type { Plan, Section, Standing } from '../../core/plan/plan.ts'
import { trafficOf, type CountedMessage } from '../../core/delivery/traffic.ts'
import type { Problem } from '../../core/problem.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { withoutSecrets } from '../../core/secrets/activity-secrets.ts'
import { problemOf } from '../../engine/failure.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Planned } from '../../engine/plan/request.ts'
import { sum, type Session } from '../../engine/plan/session.ts'
import { spokenItem } from '../vendor.ts'
import { countTraffic, type Counting } from './count.ts'

export type Period = Pick<Counting, 'period' | 'now' | 'most'>

/** The plan with figures. A target whose messages can't be read has none, and a warning. */
export async function withTraffic(
  { plan, sessions }: Pick<Planned, 'plan' | 'sessions'>,
  period: Period,
  engine: Pick<Engine, 'filter' | 'on'>,
): Promise<{ readonly plan: Plan; readonly problems: readonly Problem[] }> {
  const clients = [...sessions.values()].map(({ client }) => client.counts)
  const before = sum(clients)
  const problems: Problem[] = []
  const sections: Section[] = []
  for (const section of plan.sections) {
    const session = sessions.get(section.target ?? '')
    const found = session && (await sectionWithTraffic(section, session, period, engine))
    if (found !== undefined && 'rule' in found) problems.push(found)
    sections.push(found === undefined || 'rule' in found ? section : found)
  }
  const reads = plan.requests.reads + sum(clients).reads - before.reads
  return { plan: { ...plan, sections, requests: { ...plan.requests, reads } }, problems }
}

async function sectionWithTraffic(
  section: Section,
  { client, target }: Session,
  period: Period,
  { filter, on }: Pick<Engine, 'filter' | 'on'>,
): Promise<Section | Problem> {
  const before = (section.delivery ?? []).filter((standing) => standing.before !== undefined)
  const known = new Set(before.map(({ name }) => name))
  const changed = section.changes.filter(({ kind, name }) => kind === 'integration' && known.has(name))
  const wanted = new Set(
    [...changed, ...before.filter(isDemoted), ...notesOf(section, 'unmanaged')].map(({ name }) => name),
  )
  if (wanted.size === 0) return section
  const take = filter?.take ?? ((text: string) => text)
  try {
    const { each, ...traffic } = await countTraffic({
      ...period,
      client,
      open: (item) => spokenItem(withoutSecrets(item as Value, take) as ValueMap, target.vendor),
      integrations: section.delivery ?? [],
      isWanted: (name) => wanted.has(name),
      onPage: (read) => on?.({ type: 'reading', target: target.alias, read: { what: 'messages', ...read } }),
    })
    return {
      ...section,
      traffic,
      changes: withOwnTraffic(section, wanted, each),
      notes: section.notes.map((note) =>
        note.sort === 'unmanaged' ? { ...note, traffic: trafficOf(note.name, each) } : note,
      ),
    }
  } catch (error) {
    const { message } = problemOf(error, target.alias)
    return {
      rule: 'traffic-unread',
      severity: 'warning',
      target: target.alias,
      message: `the messages of the last deliveries can't be read: ${message}`,
      hint: 'The plan is complete without them. To try again, run belfry messages stats.',
    }
  }
}

function isDemoted({ before, after }: Standing): boolean {
  return before?.primary === true && after?.primary !== true
}

/** Each integration beside its first change; one without a change beside the promotion that takes primary from it. */
function withOwnTraffic(
  { changes, delivery = [] }: Section,
  wanted: ReadonlySet<string>,
  each: readonly CountedMessage[],
): readonly Change[] {
  const own = changes.filter(({ kind }) => kind === 'integration')
  const demoted = delivery.filter(
    (standing) => isDemoted(standing) && own.every(({ name }) => name !== standing.name),
  )
  const left = new Set(wanted)
  return changes.map((change) => {
    if (change.kind !== 'integration') return change
    const channel = delivery.find(({ name }) => name === change.name)?.channel
    const others = change.action === 'set-primary' ? demoted.filter((other) => other.channel === channel) : []
    const names = [change, ...others].map(({ name }) => name).filter((name) => left.delete(name))
    if (names.length === 0) return change
    const traffic = names.map((integration) => ({ integration, counts: trafficOf(integration, each) }))
    return { ...change, traffic }
  })
}
