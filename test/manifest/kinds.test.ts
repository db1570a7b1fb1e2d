// A kind is handed in: one that nobody has heard of is loaded, checked and published like the others.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { didYouMean } from '../../src/core/did-you-mean.ts'
import { schemaFrom } from '../../src/kinds/from-field-rows.ts'
import { written } from '../../src/kinds/form.ts'
import type { Kind } from '../../src/kinds/kind.ts'
import { registry } from '../../src/kinds/registry.ts'
import { manifestSchema } from '../../src/manifest/manifest-schema.ts'
import { load } from './load-files.ts'

const topic: Kind = {
  name: 'topic',
  scope: 'target',
  stages: ['all'],
  fields: {
    key: {
      form: (form) => form.text(),
      about: 'The key.',
      privacy: 'public',
      required: true,
      identity: true,
      plain: true,
    },
    hook: {
      form: (form) => z.strictObject({ url: form.text(), signing: form.text().optional() }),
      about: 'The hook.',
      privacy: ([, key]) => key === 'signing',
      filled: true,
      merge: 'key',
    },
    follows: { form: (form) => form.text(), about: 'Another topic.', privacy: 'public' },
    _id: { readOnly: true },
  },
  fieldsOf: ({ key: _key, ...fields }) => fields,
  check: ({ declared }, { declaredOf, report }) => {
    const names = Array.from(declaredOf('topic'), ({ name }) => name)
    const { follows } = declared
    if (typeof follows === 'string' && !names.includes(follows))
      report('unknown-topic', ['follows'], `there is no topic "${follows}"${didYouMean(follows, names)}`)
  },
  observe: () => {
    throw new Error('nothing is read offline')
  },
  changes: () => [],
}

it('loads a fourth kind', async () => {
  const manifest = `topics:
  - key: news
    hook: { url: here, signing: "\${env:SIGNING}" }
    perTarget: { Production: { hook: { url: there } } }
  - key: sport
    as: games
    follows: nws
    hook: { url: '', signing: canary }
    _id: x
`
  const { text, loaded } = await load(manifest, {}, [...registry, topic])
  expect(loaded.forTarget('Production').at(0)).toMatchObject({
    kind: 'topic',
    target: 'Production',
    name: 'news',
    declared: { key: 'news', hook: { url: 'there' } },
  })
  expect(loaded.forTarget('Production').at(1)).toMatchObject({ name: 'sport', alias: 'games' })
  expect(JSON.stringify(loaded.forTarget('Development').at(0).fields)).toBe(
    '{"hook":{"url":"here","signing":"(secret env:SIGNING)"}}',
  )
  expect(text).toBe(`manifests/a.yaml:8:18  error  empty-value
  7 |     follows: nws
> 8 |     hook: { url: '', signing: (secret) }
    |                  ^^ "hook.url" is empty
    |                     Write a value.
manifests/a.yaml:8:31  warning  literal-secret
  7 |     follows: nws
> 8 |     hook: { url: '', signing: (secret) }
    |                               ^^^^^^^^ "hook.signing" is a secret in plain text
    |                                        Write a reference such as \${env:NAME} instead.
manifests/a.yaml:9:5  error  read-only-field
  8 |     hook: { url: '', signing: (secret) }
> 9 |     _id: x
    |     ^^^ field "_id" is set by the service and can't be declared; remove the field
2 errors, 1 warning in 1 file. Nothing was sent.
More about a rule: belfry explain empty-value
`)
})

it('runs the checks of a fourth kind', async () => {
  const { text } = await load('topics: [{ key: news }, { key: sport, follows: nws }]', {}, [topic])
  expect(text).toBe(`manifests/a.yaml:1:48  error  unknown-topic
> 1 | topics: [{ key: news }, { key: sport, follows: nws }]
    |                                                ^^^ there is no topic "nws"; did you mean "news"?
1 error in 1 file. Nothing was sent.
More about a rule: belfry explain unknown-topic
`)
})

it('publishes what may be written', () => {
  const schema = z.toJSONSchema(manifestSchema([...registry, topic]), { io: 'input' }) as {
    properties: Record<string, unknown>
    patternProperties: unknown
    additionalProperties: unknown
  }
  expect(Object.keys(schema.properties)).toEqual([
    'targets',
    'environments',
    'integrations',
    'subscribers',
    'topics',
  ])
  expect(schema.patternProperties).toEqual({ '^x-': {} })
  expect(schema.additionalProperties).toBe(false)
  expect(schemaFrom(topic, written).safeParse({ key: '${var:x}' }).success).toBe(true)
})
