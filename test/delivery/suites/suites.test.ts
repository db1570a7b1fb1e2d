// One suite on a sandbox of each profile, in which nearly everything goes wrong in a way of its own: the whole text that people read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  createSandbox,
  profileNames,
  virtualClock,
  type ProfileName,
  type ProviderSpec,
  type Sandbox,
} from '../../../src/sandbox/index.ts'
import { sampled } from '../../support/form.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { expectGolden } from '../../support/golden.ts'
import { smokeSeed } from '../../support/smoke-seed.ts'

const cwd = join(import.meta.dirname, '../../fixtures/smoke')

const providers: readonly ProviderSpec[] = [
  { providerId: 'twilio', outcome: { outcome: 'refuse' } },
  { providerId: 'fcm', outcome: { outcome: 'silent' } },
]

async function start(profile: ProfileName): Promise<Sandbox> {
  const sandbox = await createSandbox({ profile, seed: smokeSeed(), clock: virtualClock(), providers })
  onTestFinished(() => sandbox.close())
  return sandbox
}

function smoke(sandbox: Sandbox, args: string): Promise<Said> {
  const { url, keys, clock } = sandbox
  return runProgram(['smoke', '--concurrency', '1', ...args.split(' ').filter(Boolean)], {
    cwd,
    env: { BELFRY_URL: url, PRODUCTION_KEY: keys['Production'], DEVELOPMENT_KEY: keys['Development'] },
    pass: (milliseconds) => clock.advance(milliseconds),
  })
}

/** Times and IDs differ from run to run, and so do the lines of progress. */
function stable(text: string): string {
  return text
    .replaceAll(/\b\d+(?:\.\d)? m?s\b/g, 'N s')
    .replaceAll(/belfry-smoke-[\da-f-]{36}/g, 'belfry-smoke-ID')
    .replaceAll(/event [\w-]+ at [^\s;]+;/g, 'event ID at TIME;')
    .replaceAll(/ +N s/g, '  N s')
    .replaceAll(/^\d+ (?:of \d+ )?cases,  N s\n/gm, '')
}

test.each(sampled(profileNames, 2))('each failing case says why, on %s', async (profile) => {
  const { exit, out, err } = await smoke(await start(profile), '')
  const text = stable(`exit ${exit}\n${out}${err}`)
  const earlier = profileNames.slice(0, profileNames.indexOf(profile)).flatMap((name) => {
    return casesIn(readFileSync(goldenOf(name), 'utf8'))
  })
  expectGolden({ name: profile, file: goldenOf(profile) }, withoutEarlier(text, earlier))
})

function goldenOf(profile: ProfileName): string {
  return join(import.meta.dirname, `golden/${profile}.txt`)
}

function casesIn(text: string): readonly string[] {
  return text.split(/^(?= {2}\S)/m)
}

/** Of a failing case that says the same on an earlier profile, only the first line. */
function withoutEarlier(text: string, earlier: readonly string[]): string {
  return casesIn(text)
    .map((each) =>
      earlier.includes(each)
        ? each.replace(/(?<=^ {2}FAILED .*\n)(?: .*\n)+/, '           as on an earlier profile\n')
        : each,
    )
    .join('')
}

interface Cases {
  readonly cases: readonly {
    readonly name: string
    readonly outcome: string
    readonly attempts: readonly {
      readonly appearedAfter?: number
      readonly judgements: readonly { readonly seen: string }[]
      readonly explanations: readonly { readonly why: string; readonly advice: string }[]
    }[]
  }[]
}

test.each(sampled(profileNames, 2))('all that can become of a trigger is in it, on %s', async (profile) => {
  const { out } = await smoke(await start(profile), '--format json')
  const { cases } = envelopeIn(out) as unknown as Cases
  const seen = new Set(
    cases.flatMap(({ attempts }) =>
      attempts.flatMap(({ judgements }) => judgements.flatMap((each) => each.seen.split(', '))),
    ),
  )
  expect(cases.length).toBeGreaterThanOrEqual(20)
  const statuses = [
    'status=trigger_not_active',
    'status=no_tenant_found',
    'status=workflow_not_found',
    'status=transaction-id-used',
    ...(profile === 'contract'
      ? [
          'status=no_workflow_steps_defined',
          'status=no_workflow_active_steps_defined',
          'status=invalid_recipients',
          'status=error',
        ]
      : []),
  ]
  const steps = [
    'email=sent',
    'email=merged',
    ...['address', 'condition'].map(
      (cause) => `email=${profile === 'contract' ? 'skipped' : 'canceled'}:${cause}`,
    ),
    'sms=failed:provider',
    'sms=failed:integration',
    'in_app=canceled:step',
    'delay=delayed',
    'digest=delayed',
    'push=running',
    'events=3',
  ]
  expect([...statuses, ...steps].filter((each) => !seen.has(each))).toEqual([])
  const failed = cases.filter(({ outcome }) => outcome === 'unmet')
  const silent = failed.filter(({ attempts }) =>
    (attempts.at(-1)?.explanations ?? []).every(({ why, advice }) => why === '' || advice === ''),
  )
  // Whose text is another than expected needs no more words than both texts. The contract's log names no integration.
  const named = profile === 'contract' ? ['through its integration'] : []
  expect(silent.map(({ name }) => name)).toEqual(['content is another', ...named])
})

test.each([
  ['12s', true],
  ['2s', false],
])('events that appear %s after the trigger are reported once: %s', async (lag, isSlow) => {
  const cases = ['email goes out', 'a delay'].map((name) => `--filter=production/${name}`)
  // Each on a service of its own: what a run still waits for at its end would move the clock of the next one.
  const run = async (format: string) => {
    const { faults, url, keys, clock } = await start('contract')
    faults.set([`lag=${lag}`])
    return runProgram(['smoke', '--concurrency=1', ...cases, `--format=${format}`], {
      cwd,
      env: { BELFRY_URL: url, PRODUCTION_KEY: keys['Production'], DEVELOPMENT_KEY: keys['Development'] },
      pass: (milliseconds) => clock.advance(milliseconds),
    })
  }
  const seen: Record<string, number> = {}
  for (const format of ['text', 'markdown', 'html']) {
    const { out } = await run(format)
    seen[format] = [...out.matchAll(/Events appear more than \d+ s after the trigger/g)].length
  }
  const times = isSlow ? 1 : 0
  expect(seen).toEqual({ text: times, markdown: times, html: times })
  const { cases: all } = envelopeIn((await run('json')).out) as unknown as Cases
  const after = all.flatMap(({ attempts }) => attempts.map(({ appearedAfter = 0 }) => appearedAfter))
  expect(after).toHaveLength(2)
  for (const time of after) expect(time > 5_000 && time <= 14_000).toBe(isSlow)
})
