// Two trees: whose settings count, what only one of them has, and in which spelling.
import { expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { ValueMap } from '../../../src/core/value.ts'
import { compareSides, type Side } from '../../../src/engine/sides/compare-sides.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'
import { environment } from '../../../src/kinds/environment/environment.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { registry } from '../../../src/kinds/registry.ts'
import type { Desired } from '../../../src/kinds/resource.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { declared } from '../../support/laws-kinds.ts'

type Target = Side['targets'][number]

const mail = (identifier: string, more: ValueMap = {}) =>
  declared(integration, { identifier, providerId: 'ses', channel: 'email', active: true, ...more })
const inbox = (providerId: string) => mail('inbox', { providerId, channel: 'in_app' })
const key = (value: string, more: ValueMap = {}) => ({
  credentials: { apiKey: Secret.of(value, 'live'), ...more },
})

function side(
  targets: Readonly<Record<string, Partial<Target>>>,
  resources: Readonly<Record<string, readonly Desired[]>>,
  more: Partial<Side>,
): Side {
  return {
    targets: Object.entries(targets).map(([alias, each]) => ({ alias, unmanaged: 'deactivate', ...each })),
    declared: { organisation: [], forTarget: (alias) => Resources.of(resources[alias] ?? []) },
    ...more,
  }
}

const of = (...organisation: Desired[]) => (resources: readonly Desired[]): Side['declared'] =>
  ({ organisation, forTarget: () => Resources.of(resources) }) // prettier-ignore

const before: Side = {
  ...side({ Production: {}, Strict: { unmanaged: 'fail' }, Old: {} }, {}, { missing: 'create' }),
  declared: of(declared(environment, { name: 'Gone', identifier: 'a' }))([
    mail('mine-gone', { credentials: { from: 'a' } }),
    mail('gone'),
    mail('mine', { name: 'Old', ...key('a', { from: 'x' }) }),
    inbox('svc'),
  ]),
}
const after: Side = {
  ...side({ Production: {}, Strict: { unmanaged: 'fail', vendor: 'svc' } }, {}, { owns: { integration: ['mine*'] } }),
  declared: of()([
    mail('mine', { name: 'New', ...key('b') }),
    inbox('novu'),
    declared(subscriber, { subscriberId: 'ada', locale: 'de', channels: [{ providerId: 'novu-slack', integrationIdentifier: 'x', credentials: { channel: 'c' } }] }),
  ]),
} // prettier-ignore

async function compared(only: readonly string[]): Promise<string> {
  const { sections, problems } = await compareSides(before, after, {
    selection: { only, exclude: [], resend: [] },
    registry,
    same: 'listed',
  })
  return [
    ...sections.flatMap((each) => [
      `${each.target} ${each.targetChange}: ${each.unchanged} of ${each.resources} unchanged`,
      ...each.changes.flatMap(({ action, name, summary, differences }) => [
        `  ${action} ${name} ${summary}`,
        ...differences.map(({ path, before: was, after: is }) => `    ${path.join('.')} ${JSON.stringify(was)} → ${JSON.stringify(is)}`),
      ]),
      ...each.notes.map((note) => `  ${note.sort} ${note.name} ${'paths' in note ? String(note.paths) : ''}`),
    ]),
    ...problems.map(({ severity, rule, message, ...more }) => `${severity} ${rule} ${message} ${String('exit' in more)}`),
  ].join('\n')
} // prettier-ignore

test('all of two trees', async () => {
  expect(await compared([])).toBe(`undefined undefined: 0 of 0 unchanged
  released Gone 
Production undefined: 1 of 3 unchanged
  update mine undefined
    name "Old" → "New"
    credentials {"apiKey":"(secret literal)","from":"x"} → {"apiKey":"(secret live)"}
  update mine-gone becomes inactive
    active true → false
  update ada newly declared
    locale undefined → "de"
  update ada newly declared
    channels.novu-slack@x.channel undefined → "c"
  released gone 
Strict undefined: 1 of 3 unchanged
  update mine undefined
    name "Old" → "New"
    credentials {"apiKey":"(secret literal)","from":"x"} → {"apiKey":"(secret live)"}
  update ada newly declared
    locale undefined → "de"
  update ada newly declared
    channels.svc-slack@x.channel undefined → "c"
  released mine-gone 
  released gone 
Old removed: 0 of 0 unchanged
  released mine-gone 
  released gone 
  released mine 
  released in_app 
warning unmanaged 1 resource is in the service but in no manifest: integration mine-gone false`)
})

test('only what one of them has', async () => {
  expect(await compared(['integration/mine-gone', 'environment/*']))
    .toBe(`undefined undefined: 0 of 0 unchanged
  released Gone 
Production undefined: 0 of 0 unchanged
  released mine-gone 
Strict undefined: 0 of 0 unchanged
  released mine-gone 
Old removed: 0 of 0 unchanged
  released mine-gone 
warning unmanaged-kept unmanaged: deactivate has no effect, because this run uses only a part of the manifests; belfry reports 1 undeclared resource without changing anything false
warning unmanaged-kept unmanaged: fail has no effect, because this run uses only a part of the manifests; belfry reports 1 undeclared resource without changing anything false`)
})
