// What is secret in a manifest is in no problem, whatever is wrong with the manifest.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { inspect } from 'node:util'
import { reporterFor } from '../../../src/manifest/frames/reporter.ts'
import { defaultInputLimits } from '../../../src/manifest/text/read-text.ts'
import { parseFully } from '../../../src/manifest/text/parse-fully.ts'
import { masksOf } from '../../../src/manifest/frames/source-masks.ts'
import { secretPaths } from '../../../src/manifest/manifest-document.ts'
import { sourceOf, type Source } from '../../../src/manifest/text/node.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { problemsText } from '../../../src/report/text/problems.ts'
import { runsOf } from '../../support/laws/runs.ts'
import { seedOf } from '../../support/seed.ts'
import { load } from '../load-files.ts'

const isSecret = secretPaths(registry)
const canary = /C[0-9]x|CANARY/

const manifest = `x-base: &base
  apiKey: C1xCANARYvalue
  # apiKey: C2xCANARYvalue
integrations:
  - identifier: main
    name: &name C3xCANARYvalue
    providerId: sendgrid
    channel: email
    credentials:
      <<: *base
      secretKey: "C4xCANARY: value"
      password: |
        C5xCANARY
        token: C6xCANARY
      token: 'C7xCANARY'
      accessKey: *name
      serverKey: #C1x!
      ports:
        - # C2x
      tlsOptions: { key: C8xCANARY, list: [C9xCANARY, { deep: C0xCANARY }] }
      from: help@acme.example
    configurations: { inboundWebhookSigningKey: C1xCANARY }
subscribers:
  - subscriberId: someone
    channels:
      - providerId: fcm
        integrationIdentifier: push
        credentials: { webhookUrl: "https://hooks/C2xCANARY",
          deviceTokens: [C3xCANARY,
            "C4xCANARY"] }
`

/** What is printed with a problem at each of the places. */
function framesAt(source: Source, places: readonly number[]): string[] {
  const parsed = parseFully(source, reporterFor({}).report, defaultInputLimits)
  return places.map((at) => {
    const reporter = reporterFor({})
    reporter.mask(source, masksOf(source, parsed, isSecret, 'shown'))
    reporter.report({ rule: 'x', message: 'here', place: { source, range: [at, at + 1] } })
    return problemsText(reporter.problems(), { files: 1 })
  })
}

it('shows none in the frame of any place', () => {
  const shown = framesAt(
    sourceOf('a.yaml', manifest),
    Array.from(manifest, (_, at) => at),
  )
  for (const text of shown) expect(text).not.toMatch(canary)
  expect(shown.at(-1)).toContain('(secret)')
})

it('shows no value of a key that is repeated more often than problems are reported', () => {
  const lines = Array.from({ length: 200 }, () => '      apiKey: C1xCANARYvalue\n').join('')
  const text = `integrations:\n  - identifier: main\n    credentials:\n${lines}      from: help@acme.example\n`
  expect(framesAt(sourceOf('a.yaml', text), [text.indexOf('from:')]).join('')).not.toMatch(canary)
})

it('shows no line of a document that is not YAML, nor of what comes after it', () => {
  const people = (name: string): string => `subscribers:\n  - subscriberId: ${name}\n`
  const source = sourceOf(
    'a.yaml',
    `${people('first')}...\n%SECOND x\n---\n${people('@second')}---\n${people('third')}`,
  )
  const shown = framesAt(source, source.lineStarts).join('')
  expect(shown).toContain('2 |   - subscriberId: first')
  expect(shown).not.toMatch(/second|third/i)
})

// A secret that stands in a visible field is known only by its anchor, which may be what is broken.
const anchored = manifest.replace('&name C3xCANARYvalue', '&name C3')

it('shows none when a character is lost, added or changed', async () => {
  const cut = fc.record({
    at: fc.nat(anchored.length - 1),
    lost: fc.integer({ min: 0, max: 3 }),
    put: fc.constantFrom(
      '',
      '"',
      "'",
      '{',
      '}',
      '[',
      ']',
      ':',
      ' ',
      '\n',
      '\t',
      '- ',
      '# ',
      '|',
      '&a',
      '*',
      '!t ',
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 2 }), async (cuts) => {
      const broken = cuts.reduce(
        (text, { at, lost, put }) => text.slice(0, at) + put + text.slice(at + lost),
        anchored,
      )
      const reporter = reporterFor({})
      const source = sourceOf('a.yaml', broken)
      const parsed = parseFully(source, reporter.report, defaultInputLimits)
      reporter.mask(source, masksOf(source, parsed, isSecret, 'shown'))
      const text = problemsText(reporter.problems(), { files: 1 })
      // Where it is still YAML, a value may have moved to a field that is shown.
      expect(parsed.isSound ? '' : text).not.toMatch(/C[0-9]xCANARY/)
    }),
    { numRuns: runsOf({ small: 200, full: 2000 }), seed: seedOf('broken manifests', 'BELFRY_LAWS_SEED') },
  )
})

it('shows none of the values of a sound manifest, in any form', async () => {
  const { problems, text, loaded } = await load(anchored)
  const everything = [
    text,
    JSON.stringify(problems),
    inspect(problems, { depth: 9 }),
    inspect(loaded, { depth: 9 }),
  ]
  everything.push(JSON.stringify([...loaded.forTarget('Production')]))
  for (const shown of everything) expect(shown).not.toMatch(/CANARY/)
})

it.each([
  ['a value that looks like a key', 'integrations:\n  - credentials:\n      secretKey:\n"CANARY: value"\n'],
  [
    'a text of several lines that is indented by accident',
    'integrations:\n  - credentials:\n      password: |\n        x\n  *     user: CANARY\n',
  ],
  ['a section without its bracket', 'integrations:\n  - credentials: ebhookUrl: "CANARY",\n'],
  [
    'a value under the wrong field',
    'integrations:\n  - identifier: a\n    credentials:\n      from: x\n        user: CANARY\n',
  ],
  ['a bracket that is not closed', 'integrations:\n  - credentials: { region: x,\n      user: CANARY\n'],
  ['a quote that is not closed', 'integrations:\n  - credentials:\n      apiKey: "x\n  - name: CANARY\n'],
  ['an anchor', 'integrations:\n  - name: &n CANARY\n    credentials: { apiKey: *n\n'],
  ['a block of its own', 'x-shared:\n  name: CANARY\n integrations: []\n'],
  ['a misspelt list', 'integration:\n  - name: CANARY\n   channel: x\n'],
])('hides %s where the text is not YAML', async (_, broken) => {
  const { text, problems } = await load(broken)
  expect(problems.map(({ rule }) => rule)).toContain('yaml-syntax')
  // Every line is looked at, not only the ones that the parser points to.
  const source = sourceOf('a.yaml', broken)
  expect(text + framesAt(source, source.lineStarts).join('')).not.toContain('CANARY')
})
