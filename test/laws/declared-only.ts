// Law: nothing is written to what no manifest declares, unless the whole project was looked at and says to switch it off.
import { expect } from 'vitest'
import { matchesName } from '../../src/core/glob.ts'
import { seededRandom } from '../../src/sandbox/index.ts'
import type { Transport } from '../../src/service/transport.ts'
import type { Case } from '../support/laws/case.ts'
import type { Mix } from './worlds/mix.ts'
import { isFields, targetOf, textOf, type Fields } from '../support/laws/texts.ts'
import { openWorld, type Kinds, type World } from '../support/laws/world.ts'

/** The turns go through the ways to choose a part; in every third one, an integration is in the service twice. */
export async function writesOnlyDeclared(live: Case, kinds: Kinds, mix: Mix, turn: number): Promise<void> {
  const asked: Case = {
    ...live,
    targets: live.targets.map((each) => ({ ...each, unmanaged: 'deactivate' as const })),
  }
  const world = await openWorld(asked, kinds)
  try {
    const random = seededRandom(live.random)
    const names = declaredNames(live)
    const some = (share: number): string[] =>
      names.filter(() => random() < share).map((name) => globOf(name, random))
    const way = turn % 4
    const only = way === 1 ? some(0.4) : []
    const exclude = way === 2 ? some(0.3) : []
    const manifests = way === 3 ? 'some' : 'all'
    const isPart = only.length + exclude.length > 0 || manifests === 'some'
    const ids = identities(world)
    const integrations = [...ids.keys()].filter((id) => ids.get(id)?.startsWith('integration/') === true)
    const forced = turn % 3 === 2 ? Math.floor(random() * integrations.length) : undefined
    const twins = new Set(integrations.filter((_, index) => index === forced || random() < 0.1))
    const options = {
      request: { selection: { only, exclude, resend: [] }, manifests },
      transport: withTwins(world.transport, twins),
      parallel: 1 + (live.random % 4),
    } as const
    const planned = await world.plan(options)
    // What can't be done by a part, or beside what is live twice, is refused as a whole.
    if (planned.plan.problems.some(({ severity }) => severity === 'error')) return mix.add('refused')
    await world.apply(options, planned)
    const known = new Map([...identities(world), ...ids])
    for (const { method, operation, path, body, environment } of world.writes()) {
      const id = path.split('/').find((part) => known.has(part)) ?? ''
      expect([path, twins.has(id)]).toEqual([path, false])
      const name = nameOf(operation ?? '', path, body, known.get(id) ?? '')
      const isDeclared = names.includes(name) && isOf(name, environment, live)
      const isSelected = (only.length === 0 || picks(name, only)) && !picks(name, exclude)
      if (isDeclared && isSelected) mix.add('declared')
      else {
        expect([name, isPart, method, body]).toEqual([name, false, 'PUT', { active: false }])
        mix.add('switched off')
      }
    }
    mix.add(isPart ? 'part' : 'whole')
    if (twins.size > 0) mix.add('twins')
  } finally {
    await world.close()
  }
}

const nameKeys: Readonly<Record<string, string>> = {
  environments: 'name',
  integrations: 'identifier',
  subscribers: 'subscriberId',
}

/** `integration/ses`, of every list. */
function declaredNames({ manifest }: Case): string[] {
  return Object.entries(manifest).flatMap(([list, items]) => [
    ...new Set(items.map((item) => `${list.slice(0, -1)}/${identityOf(list, item)}`)),
  ])
}

function identityOf(list: string, item: Fields): string {
  return textOf(item[nameKeys[list] ?? ''] ?? item['channel'] ?? '')
}

/** An item may be declared for one target alone; environments are of all. */
function isOf(name: string, environment: string | undefined, { manifest }: Case): boolean {
  return Object.entries(manifest).some(([list, items]) =>
    items.some(
      (item) =>
        name === `${list.slice(0, -1)}/${identityOf(list, item)}` &&
        (list === 'environments' || targetOf(item) === environment),
    ),
  )
}

/** `KIND/NAME` by the service's ids. */
function identities({ sandbox }: World): ReadonlyMap<string, string> {
  const environments = sandbox.state.environments.list()
  return new Map([
    ...environments.map(({ _id, name }) => [_id, `environment/${name}`] as const),
    ...environments.flatMap(({ name }) =>
      sandbox.state.integrations
        .list(name)
        .map(
          (row) => [row._id, `integration/${row.channel === 'in_app' ? 'in_app' : row.identifier}`] as const,
        ),
    ),
  ])
}

function nameOf(operation: string, path: string, body: unknown, known: string): string {
  const [, , , subscriber = ''] = decodedParts(path)
  if (operation.includes('ubscriber')) return `subscriber/${subscriber}`
  if (known !== '') return known
  const made = isFields(body) ? body : {}
  return operation === 'createEnvironment'
    ? `environment/${textOf(made['name'] ?? '')}`
    : `integration/${textOf(made['identifier'] ?? '')}`
}

function decodedParts(path: string): string[] {
  return path.split('/').map(decodeURIComponent)
}

/** Every such integration is shown once more, with an id of its own. */
function withTwins(inner: Transport, twins: ReadonlySet<string>): Transport {
  return async (request) => {
    const reply = await inner(request)
    if (request.method !== 'GET' || !request.url.endsWith('/v1/integrations')) return reply
    const all = JSON.parse(reply.body) as readonly { readonly _id: string }[]
    const more = all
      .filter(({ _id }) => twins.has(_id))
      .map((row) => ({ ...row, _id: row._id.replace(/^../, 'ff') }))
    return { ...reply, body: JSON.stringify([...all, ...more]) }
  }
}

/** Sometimes a selector picks more than one. */
function globOf(name: string, random: () => number): string {
  return random() < 0.3 ? `${name.slice(0, -1)}*` : name
}

function picks(name: string, selectors: readonly string[]): boolean {
  return selectors.some((selector) => selector === name || matchesName(name, selector))
}
