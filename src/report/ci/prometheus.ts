// A plan as figures for the textfile collector of Prometheus' node_exporter.
import { notesOf } from '../../core/plan/notes.ts'
import { pendingChanges, type Section } from '../../core/plan/plan.ts'
import { grouped } from '../../core/grouped.ts'
import { visible } from '../../core/visible.ts'
import type { Account } from '../account.ts'
import type { Context } from '../context.ts'

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number]

const success = 'belfry_plan_last_success_timestamp_seconds'

/** A plan that failed has no figures, and keeps the times of the last success. */
export function prometheusText(
  account: Account,
  { madeAt, former = '' }: Pick<Context, 'madeAt' | 'former'>,
): string {
  const { plan, waits = { count: 0, milliseconds: 0 } } = account.command === 'plan' ? account : {}
  const isRead = plan !== undefined && [0, 2, 4].includes(account.exit)
  const sections = isRead ? plan.sections : []
  const targets = sections.flatMap(({ target }) => target ?? []).join(',')
  const whole = (value: number): readonly Sample[] => (isRead ? [[{ targets }, value]] : [])
  const seconds = Date.parse(madeAt) / 1000
  return [
    metric('belfry_drift', 'Resources that differ from the manifests.', sections.flatMap(driftOf)),
    metric(
      'belfry_unmanaged',
      'Resources that are in the service but in no manifest.',
      sections.flatMap(({ target, ...section }) =>
        target === undefined ? [] : [[{ target }, notesOf(section, 'unmanaged').length] as const],
      ),
    ),
    metric(
      success,
      'When belfry last read the target completely, in seconds since 1970.',
      sections.flatMap(({ target }) => (target === undefined ? [] : [[{ target }, seconds] as const])),
    ) + keptOf(former, sections),
    metric('belfry_plan_reads', 'Requests of the last plan.', whole(plan?.requests.reads ?? 0)),
    metric('belfry_plan_waits', 'Waits of the last plan before a request.', whole(waits.count)),
    metric('belfry_plan_wait_seconds', 'Seconds of these waits.', whole(waits.milliseconds / 1000)),
  ].join('')
}

/** The last success of each target that this plan didn't read. */
function keptOf(former: string, sections: readonly Section[]): string {
  const read = new Set(sections.map(({ target = '' }) => `${success}{${labelsText({ target })}}`))
  const lines = former.split('\n').filter((line) => line.startsWith(`${success}{`))
  return lines
    .filter((line) => !read.has(line.slice(0, line.lastIndexOf(' '))))
    .map((line) => `${line}\n`)
    .join('')
}

/** Zero is a figure too: an alert ends with it. */
function driftOf({ target = '', ...section }: Section): Sample[] {
  const kinds = target === '' ? ['environment'] : ['integration', 'subscriber']
  const changes = pendingChanges({ sections: [section], problems: [], requests: noRequests })
  const found = [...changes, ...notesOf(section, 'duplicates'), ...notesOf(section, 'waiting')]
  const byKind = grouped(found, ({ kind }) => kind)
  return kinds.map((kind) => [{ target, kind }, new Set(byKind.get(kind)?.map(({ name }) => name)).size])
}

const noRequests = { reads: 0, writes: 0, milliseconds: 0 }

function metric(name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}{${labelsText(labels)}} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`
}

function labelsText(labels: Labels): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}="${visible(value).replaceAll(/[\\"]/g, String.raw`\$&`)}"`)
    .join()
}
