// What the integrations that a plan changes delivered lately, beside each of its changes and notes.
import { notesOf } from '../../core/plan/notes.ts'
import type { Change } from '../../core/plan/change.ts'
import type { Section, Standing } from '../../core/plan/plan.ts'
import { trafficOf, type CountedMessage } from '../../core/delivery/traffic.ts'
import type { Problem } from '../../core/problem.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import { withoutSecrets } from '../../core/secrets/activity-secrets.ts'
import { problemOf } from '../../engine/failure.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Planned } from '../../engine/plan/request.ts'
import { sum, type Session } from '../../engine/plan/session.ts'
import { spokenItem } from '../vendor.ts'
import { countTraffic, type CountRequest } from './count.ts'

export type Period = Pick<CountRequest, 'period' | 'now' | 'maxMessages'>

/** The plan with figures. A target whose messages can't be read has none, and a warning in `problems`. */
export async function withTraffic(
  made: Planned,
  period: Period,
  problems: Problem[],
  engine: Pick<Engine, 'filter' | 'on'>,
): Promise<Planned> {
  const { plan, sessions } = made
  const clients = [...sessions.values()].map(({ client }) => client.counts)
  const before = sum(clients).reads
  const sections: Section[] = []
  for (const section of plan.sections) {
    const session = sessions.get(section.target ?? '')
    try {
      sections.push(
        session === undefined ? section : await sectionWithTraffic(section, session, period, engine),
      )
    } catch (error) {
      const target = session?.target.alias ?? ''
      problems.push({
        rule: 'traffic-unread',
        severity: 'warning',
        target,
        message: `the messages of the last deliveries can't be read: ${problemOf(error, target).message}`,
        hint: 'The plan is complete without them. To try again, run belfry messages stats.',
      })
      sections.push(section)
    }
  }
  const reads = plan.requests.reads + sum(clients).reads - before
  return { ...made, plan: { ...plan, sections, requests: { ...plan.requests, reads } } }
}

async function sectionWithTraffic(
  section: Section,
  { client, target }: Session,
  period: Period,
  { filter, on }: Pick<Engine, 'filter' | 'on'>,
): Promise<Section> {
  const before = (section.delivery ?? []).filter((standing) => standing.before !== undefined)
  const known = new Set(before.map(({ name }) => name))
  const changed = section.changes.filter(({ kind, name }) => kind === 'integration' && known.has(name))
  const wanted = new Set(
    [...changed, ...before.filter(isDemoted), ...notesOf(section, 'unmanaged')].map(({ name }) => name),
  )
  if (wanted.size === 0) return section
  const take = filter?.take ?? ((text: string) => text)
  const { summary, messages } = await countTraffic({
    ...period,
    client,
    open: (item) => spokenItem(withoutSecrets(item as Value, take) as ValueMap, target.vendor),
    integrations: section.delivery ?? [],
    isWanted: (name) => wanted.has(name),
    onPage: (read) => on?.({ type: 'reading', target: target.alias, read: { what: 'messages', ...read } }),
  })
  return {
    ...section,
    traffic: summary,
    changes: withOwnTraffic(section, wanted, messages),
    notes: section.notes.map((note) =>
      note.sort === 'unmanaged' ? { ...note, traffic: trafficOf(note.name, messages) } : note,
    ),
  }
}

function isDemoted({ before, after }: Standing): boolean {
  return before?.primary === true && after?.primary !== true
}

/** Each integration beside its first change; one without a change beside the promotion that takes primary from it. */
function withOwnTraffic(
  { changes, delivery = [] }: Section,
  wanted: ReadonlySet<string>,
  messages: readonly CountedMessage[],
): readonly Change[] {
  const left = new Set(wanted)
  const isChanged = (name: string): boolean =>
    changes.some((change) => change.kind === 'integration' && change.name === name)
  return changes.map((change) => {
    if (change.kind !== 'integration') return change
    const channel = delivery.find(({ name }) => name === change.name)?.channel
    const demoted = delivery.filter(
      (other) => other.channel === channel && isDemoted(other) && !isChanged(other.name),
    )
    const names = [change, ...(change.action === 'set-primary' ? demoted : [])].map(({ name }) => name)
    const own = names.filter((name) => left.delete(name))
    const traffic = own.map((integration) => ({ integration, counts: trafficOf(integration, messages) }))
    return traffic.length === 0 ? change : { ...change, traffic }
  })
}
