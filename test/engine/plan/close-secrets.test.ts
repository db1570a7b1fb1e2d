// What a plan shows if the service has a secret of the run, or a part of one, where no secret is declared.
import { expect, test } from 'vitest'
import { createFilter } from '../../../src/core/secrets/redact.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Value } from '../../../src/core/value.ts'
import { closingOf } from '../../../src/engine/plan/close-secrets.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { declared } from '../../support/laws-kinds.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'

interface Texts {
  /** In what is only shown. */
  readonly label: string
  /** In values of the service. */
  readonly closed: string
  /** In requests. */
  readonly sent: string
  /** In names and keys that requests need. */
  readonly kept: string
}

function sectionOf({ label, closed, sent, kept }: Texts, number: number | string = closed) {
  const mapOf = (key: string) => ({ [key]: [{ [key]: closed }], same: true, number: 7 })
  const { call } = changeOf({ name: 'a' })
  const step = { call: { ...call, body: { sent } }, onlyIf: { sent }, after: { sent } }
  const difference = { path: ['a'], answer: 'different' } as const
  const ses = { kind: 'integration', name: 'ses', position }
  return sectionWith({
    changes: [
      changeOf({
        name: 'all',
        call: { ...call, parameters: { kept }, body: { sent } },
        preparation: step,
        restoration: step,
        before: { closed, number, map: mapOf(kept) },
        after: { sent },
        differences: [{ ...difference, before: mapOf(label), after: { [kept]: 1 } }],
      }),
      changeOf({ name: 'summary', summary: label }),
      changeOf({ name: 'effect', sideEffects: [label] }),
      changeOf({ name: 'before', before: { closed } }),
      changeOf({ name: 'difference', differences: [{ ...difference, before: closed, after: sent }] }),
      changeOf({
        name: 'display',
        differences: [
          {
            ...difference,
            before: 1,
            after: 2,
            display: [{ sign: '-', path: label, before: { [label]: closed } }],
          },
        ],
      }),
    ],
    notes: [
      { sort: 'unmanaged', kind: 'integration', name: label },
      { sort: 'duplicates', ...ses, name: kept, ids: [label, '2'] },
      { sort: 'unreadable', ...ses, paths: [], wanted: [{ path: [], before: mapOf(label), after: 1 }] },
    ],
    environment: { id: '1', name: label },
    delivery: [{ name: label, channel: 'email', providerId: 'ses' }],
  })
}

const whole = 'kT4w9z-aB3xQ7-mN5pR2-uV8y'
const live = '(secret live)'
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const request = { declared: { organisation: [], forTarget: () => Resources.of([]) }, targets: [] }

test.each<[string, string]>([
  ['a part of a secret', whole.slice(2, 20)],
  ['a secret', whole],
])('%s is shown by a label, and requests keep what they need', (_, text) => {
  const filter = createFilter()
  filter.addSecrets([Secret.of(whole, 'env:KEY'), Secret.of(1234567890, 'env:KEY')])
  const { section, problem } = closingOf([], request, { filter, registry })
  const label = '(secret env:KEY)'
  const shown = section(sectionOf({ label: text, closed: text, sent: text, kept: text }, 1234567890))
  expect(plain(shown)).toEqual(
    plain(sectionOf({ label, closed: live, sent: text === whole ? live : text, kept: text })),
  )
  const about = { rule: 'x', severity: 'error' } as const
  expect(problem({ ...about, message: text, hint: text })).toEqual({ ...about, message: label, hint: label })
})

test('a plan has secrets in requests, conditions, differences and notes; texts of manifests are none', () => {
  const filter = createFilter()
  const secrets = [
    'body-12345',
    'before-12345',
    'after-12345',
    'difference-12345',
    'shown-12345',
    'wanted-12345',
  ]
  const [body, before, after, difference, shown, wanted] = secrets.map((each) => Secret.of(each, 'env:KEY'))
  const seen = ['team-blue', 'name-blue', 'alias-blue', 'part-blue', 'https://eu.example']
  filter.addSecrets(seen.map((each) => Secret.of(each, 'env:WORD')))
  const change = changeOf({
    name: 'a',
    part: 'part-blue',
    before: { before } as never,
    after: { after } as never,
  })
  const call = { ...change.call, body: { body: body as Value } }
  const note = { sort: 'unreadable', kind: 'subscriber', name: 'a', position, paths: [] } as const
  const section = sectionWith({
    url: 'https://eu.example',
    changes: [
      { ...change, call, differences: [{ path: [], answer: 'different', before: difference, after: 1 }] },
    ],
    notes: [{ ...note, wanted: [{ path: [], before: shown, after: wanted } as never] }],
  })
  const fields = { identifier: 'name-blue', providerId: 'sendgrid', channel: 'email', name: 'team-blue' }
  const ses = declared(integration, { ...fields, credentials: { apiKey: 'body-12345' } }, 'alias-blue')
  const all = { declared: { organisation: [ses], forTarget: () => Resources.of([]) }, targets: [] }
  closingOf([section], all, { filter, registry })
  expect(secrets.map(filter.findSecret)).toEqual(secrets.map(() => '(secret env:KEY)'))
  expect(seen.map(filter.findSecret)).toEqual(seen.map(() => undefined))
})
