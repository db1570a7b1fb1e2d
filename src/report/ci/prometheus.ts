// A plan as figures for the textfile collector of Prometheus' node_exporter.
import { channelStateNames, channelStates } from '../../core/plan/channels.ts'
import { driftSorts, notesOf, noteSorts, type NoteSort } from '../../core/plan/notes.ts'
import { countsOf, driftingFailovers, pendingChanges, type Section } from '../../core/plan/plan.ts'
import { visible } from '../../core/visible.ts'
import type { Account } from '../account.ts'
import type { Context } from '../context.ts'
import { unplannedOf } from '../words/plan-notes.ts'

/** The name that `timesIn` searches for. */
const success = 'belfry_plan_last_success_timestamp_seconds'

/** A plan that failed has no figures, and keeps the times of the last success. */
export function prometheusText(
  account: Account,
  { madeAt, former = '' }: Pick<Context, 'madeAt' | 'former'>,
): string {
  const { plan, waits = { count: 0, milliseconds: 0 } } = account.command === 'plan' ? account : {}
  const isRead =
    plan !== undefined && [0, 2, 4].includes(account.exit) && unplannedOf(plan, account.problems).length === 0
  const sections = isRead ? plan.sections : []
  const all = sections.flatMap(({ target }) => target ?? [])
  const now = Date.parse(madeAt) / 1000
  const times = new Map<string, number | string>(all.map((target) => [labels({ target }), now]))
  for (const [labelled, time] of timesIn(former)) if (!times.has(labelled)) times.set(labelled, time)
  const ofPlan = (value: number) => (isRead ? [[labels({ targets: all.join() }), value] as const] : [])
  return [
    metric(
      'belfry_drift',
      'Resources that are not as the manifests declare them, and failovers that are drift.',
      sections.flatMap(driftOf),
    ),
    metric(
      'belfry_plan_counts',
      'Counts of the plan, as its summary and its notes show them.',
      sections.flatMap(countsIn),
    ),
    metric(
      'belfry_channel_state',
      'Whether a channel delivers: 1 for its current state, 0 for the other states.',
      sections.flatMap(channelsIn),
    ),
    metric(
      success,
      'When a plan last succeeded for all its targets, this one included, in seconds since 1970.',
      times,
    ),
    metric('belfry_plan_reads', 'Requests of the last plan.', ofPlan(plan?.requests.reads ?? 0)),
    metric('belfry_plan_waits', 'How often the last plan waited before a request.', ofPlan(waits.count)),
    metric(
      'belfry_plan_wait_seconds',
      'How long the last plan waited before requests, in seconds.',
      ofPlan(waits.milliseconds / 1000),
    ),
  ].join('')
}

type Sample = readonly [labels: string, value: number | string]

/** The last success of each target, from the file that this one replaces. */
function timesIn(former: string): ReadonlyMap<string, string> {
  const lines = former.matchAll(
    /^belfry_plan_last_success_timestamp_seconds(\{target="(?:[^"\\]|\\.)*"\}) ([\d.]+)$/gm,
  )
  return new Map(Array.from(lines, ([, labelled = '', time = '']) => [labelled, time]))
}

/** Zero is a figure too: an alert ends with it. */
function driftOf(section: Section): Sample[] {
  const { target = '' } = section
  const found = [
    ...pendingChanges({ sections: [section] }),
    ...driftSorts.flatMap((sort) => notesOf(section, sort)),
  ]
  const resources = (target === '' ? ['environment'] : ['integration', 'subscriber']).map((kind): Sample => {
    const names = found.filter((each) => each.kind === kind).map(({ name }) => name)
    return [labels({ target, kind }), new Set(names).size]
  })
  const failovers: Sample = [labels({ target, kind: 'failover' }), driftingFailovers([section]).length]
  return target === '' ? resources : [...resources, failovers]
}

function countsIn(section: Section): Sample[] {
  const { target = '' } = section
  // Resources with secrets that weren't compared are among the unreadable ones.
  const { ownKey = 0, failoverDrift = 0, uncompared: _uncompared, ...others } = countsOf([section])
  const counts = { ...others, ownKey, failoverDrift }
  const notes = noteSorts
    .filter((sort) => !Object.hasOwn(counts, sort) && !ofComparisons.has(sort))
    .map((sort) => [sort, notesOf(section, sort).length] as const)
  return [...Object.entries(counts), ...notes].map(([count, value]) => [labels({ target, count }), value])
}

/** The summary counts them only if there are any. */
const ofComparisons = new Set<NoteSort>(['released', 'absent'])

function channelsIn(section: Section): Sample[] {
  const { target = '' } = section
  return channelStates(section).flatMap(({ channel, state }) =>
    channelStateNames.map((each) => [labels({ target, channel, state: each }), Number(each === state)]),
  )
}

function metric(name: string, help: string, samples: Iterable<Sample>): string {
  const lines = Array.from(samples, ([labelled, value]) => `${name}${labelled} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`
}

function labels(named: Readonly<Record<string, string>>): string {
  const all = Object.entries(named).map(
    ([label, value]) => `${label}="${visible(value).replaceAll(/[\\"]/g, String.raw`\$&`)}"`,
  )
  return `{${all.join()}}`
}
