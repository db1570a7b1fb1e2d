// Calls as a plan prints them, with labels filled in: what the service must see of them.
import type { Plan } from '../../../src/core/plan/plan.ts'
import type { PlanJson } from '../../../src/core/plan/plan-shape.ts'
import { planJson } from '../../support/plan-json.ts'
import { secretVariables } from '../../support/laws/case.ts'
import { isFields, omit, textOf, type Fields } from '../../support/laws/texts.ts'
import type { World } from '../../support/laws/world.ts'

export type PrintedChange = PlanJson['sections'][number]['changes'][number]

/** One call, its device tokens apart: they alone may differ from what was printed. */
export interface Call {
  readonly method: string
  /** Decoded. */
  readonly path: string
  readonly body: unknown
  /** The integration's identifier, where it is about a channel of a subscriber. */
  readonly part?: string
  /** Printed: those that are added; sent: all. Sorted. */
  readonly tokens?: readonly string[]
  /** Sent: what the subscriber's last read showed, of it alone or of a page. */
  readonly liveTokens?: readonly string[]
}

/** The changes that may be sent in parallel, in the order of the plans. */
export function printedLevels(plans: readonly Plan[]): PrintedChange[][] {
  const levels = new Map<string, PrintedChange[]>()
  for (const [number, plan] of plans.entries())
    for (const section of planJson(plan).sections)
      for (const change of section.changes) {
        const key = [number, section.target ?? '', change.kind, change.stage].join('\0')
        levels.set(key, [...(levels.get(key) ?? []), change])
      }
  return [...levels.values()]
}

export function filledCall(
  change: Pick<PrintedChange, 'method' | 'path' | 'body' | 'target'>,
  world: World,
): Call {
  const ids = idsFor(change.target, world)
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return filledText(value, ids)
    if (Array.isArray(value)) return value.map(fill)
    if (!isFields(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fill(entry)]))
  }
  return callOf(change.method, filledText(change.path, ids), fill(change.body))
}

/** Both sides in one form. */
export function callOf(method: string, path: string, body: unknown): Call {
  const credentials = isFields(body) ? body['credentials'] : undefined
  if (!isFields(body) || !isFields(credentials) || !Object.hasOwn(body, 'integrationIdentifier'))
    return { method, path, body }
  const part = textOf(body['integrationIdentifier'])
  const tokens = credentials['deviceTokens'] as readonly string[] | undefined
  return {
    method,
    path,
    part,
    body: { ...body, credentials: omit(credentials, ['deviceTokens']) },
    ...(tokens && { tokens: tokens.filter((token) => token !== '(secret live)').sort() }),
  }
}

function filledText(text: string, ids: Readonly<Record<string, string>>): string {
  const [, variable] = /^\(secret env:(\w+)\)$/.exec(text) ?? []
  if (variable !== undefined) return secretVariables[variable] ?? text
  return Object.entries(ids).reduce((filled, [label, id]) => filled.replaceAll(label, id), text)
}

/** The service's ids by the labels that stand for them. */
function idsFor(target: string | undefined, { sandbox, kinds }: World): Record<string, string> {
  const environments = sandbox.state.environments.list().map(({ name, _id }) => [`environment ${name}`, _id])
  const integrations = (target === undefined ? [] : sandbox.state.integrations.list(target)).map((row) => [
    `integration ${row.channel === 'in_app' ? 'in_app' : row.identifier}`,
    row._id,
  ])
  const others = target === undefined ? [] : Object.entries(kinds.ids?.(target) ?? {})
  return Object.fromEntries(
    [...environments, ...integrations, ...others].map(([name, id]) => [`{id of ${name}}`, id]),
  ) as Record<string, string>
}

/** The writes that reached the sandbox, in the order of arrival. */
export function sentCalls({ sandbox }: World): Call[] {
  return sandbox.log.flatMap(({ method, path, body, environment = '' }, index) => {
    if (method === 'GET') return []
    const call = callOf(method, decodeURIComponent(path), body)
    if (call.part === undefined) return [call]
    const name = call.path.replace('/v1/subscribers/', '').replace('/credentials', '')
    const row = sandbox.log
      .slice(0, index)
      .filter((entry) => entry.environment === environment)
      .flatMap(({ reply }) => rowsIn(reply))
      .findLast(({ subscriberId }) => subscriberId === name)
    const id = sandbox.state.integrations
      .list(environment)
      .find(({ identifier }) => identifier === call.part)?._id
    return [{ ...call, liveTokens: tokensIn(row?.channels, id) }]
  })
}

interface Row {
  readonly subscriberId?: string
  readonly channels?: readonly Fields[]
}

function rowsIn(reply: unknown): readonly Row[] {
  const data = isFields(reply) ? reply['data'] : undefined
  return Array.isArray(data) ? (data as readonly Row[]) : []
}

function tokensIn(channels: Row['channels'] = [], integrationId: string | undefined): readonly string[] {
  const credentials = channels.find((each) => each['_integrationId'] === integrationId)?.['credentials']
  return ((isFields(credentials) ? credentials['deviceTokens'] : undefined) ?? []) as readonly string[]
}
