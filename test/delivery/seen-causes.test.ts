// Each outcome of a step in the profiles of Novu, with the whole program: only the right expectations are met.
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, virtualClock, type ProfileName, type Sandbox } from '../../src/sandbox/index.ts'
import { folderWith } from '../support/cli-process.ts'
import { envelopeIn } from '../support/cli-schemas.ts'
import { keys, project } from '../support/cli-world.ts'
import { runProgram } from '../support/cli.ts'
import { sampled } from '../support/form.ts'
import { loggedSeed as seed } from '../support/logged-seed.ts'

const deployed = ['novu-2026-04', 'novu-2026-09'] as const

interface Told {
  readonly judgements: readonly { readonly expected: string; readonly isMet: boolean }[]
}

interface Case {
  readonly workflow: string
  readonly to?: string
  readonly met: readonly string[]
  readonly unmet: readonly string[]
  readonly refuses?: string
  readonly overrides?: object
  readonly before?: (sandbox: Sandbox) => void
}

async function run(profile: ProfileName, each: Case): Promise<Told & { readonly exit: number }> {
  const { workflow, to = 'ada', met, unmet, refuses, overrides, before } = each
  const sandbox = await createSandbox({ profile, seed, clock: virtualClock() })
  onTestFinished(() => sandbox.close())
  if (refuses !== undefined) sandbox.providers.set(refuses, { outcome: 'refuse' })
  before?.(sandbox)
  const chosen = overrides === undefined ? [] : ['--overrides', JSON.stringify(overrides)]
  const expected = [...met, ...unmet].flatMap((text) => ['--expect', text])
  const sent = ['trigger', workflow, '--to', to, '-t', 'Production', '--format', 'json']
  const args = [...sent, ...chosen, ...expected]
  const { exit, out } = await runProgram(args, {
    cwd: folderWith({ 'belfry.yaml': project }),
    env: { BELFRY_URL: sandbox.url, ...keys },
    pass: (milliseconds) => sandbox.clock.advance(milliseconds),
  })
  return { exit, ...(envelopeIn(out) as unknown as Told) }
}

const override = { email: { integrationIdentifier: 'ses' } }

const cases: readonly (readonly [string, Case])[] = [
  [
    'the provider that sent, not the guess',
    {
      workflow: 'email',
      met: ['email.integration=mailgun'],
      unmet: ['email.integration=ses', 'provider=ses'],
    },
  ],
  [
    'the integration that a trigger selects',
    {
      workflow: 'email',
      overrides: override,
      met: ['email.integration=ses'],
      unmet: ['email.integration=mailgun'],
    },
  ],
  [
    'no email address',
    { workflow: 'email', to: 'bare', met: ['email=skipped:address'], unmet: ['email=skipped:condition'] },
  ],
  [
    'no phone number',
    { workflow: 'sms', to: 'bare', met: ['sms=skipped:address'], unmet: ['sms=failed:provider'] },
  ],
  [
    'a condition',
    { workflow: 'skipped', met: ['email=skipped:condition'], unmet: ['email=skipped:preference'] },
  ],
  [
    'a condition of an external workflow',
    { workflow: 'skipped-elsewhere', met: ['email=skipped:condition'], unmet: ['email=skipped:address'] },
  ],
  [
    'a preference',
    { workflow: 'unwanted', met: ['email=skipped:preference'], unmet: ['email=skipped:condition'] },
  ],
  [
    'a refusal',
    {
      workflow: 'email',
      refuses: 'mailgun',
      met: ['email=failed:provider'],
      unmet: ['email=failed:address'],
    },
  ],
  [
    'refusals of a chat, then a summary',
    { workflow: 'chat', refuses: 'slack', met: ['chat=failed:provider'], unmet: ['chat=failed:integration'] },
  ],
  [
    'refusals of a push, then a summary',
    { workflow: 'push', refuses: 'fcm', met: ['push=failed:provider'], unmet: ['push=failed:integration'] },
  ],
  [
    'a chat channel of an inactive integration beside the one that works',
    {
      workflow: 'chat',
      met: ['chat=sent', 'chat.integration=slack'],
      unmet: ['chat=failed:integration'],
      before: ({ state }) => {
        state.integrations.add({
          environment: 'Production',
          identifier: 'slack-old',
          providerId: 'slack',
          channel: 'chat',
          active: false,
        })
        const { channels = [] } = state.subscribers.get('Production', 'ada') ?? {}
        const { _id = '' } = state.integrations.get('Production', 'slack-old') ?? {}
        const old = { providerId: 'slack' as const, _integrationId: _id, credentials: {} }
        state.subscribers.edit('Production', 'ada', { channels: [old, ...channels] })
      },
    },
  ],
]

test.each(cases)('%s', async (_, each) => {
  for (const profile of sampled(deployed, 2)) {
    const { exit, judgements } = await run(profile, each)
    const byText = (isMet: boolean): string[] =>
      judgements.filter((judgement) => judgement.isMet === isMet).map(({ expected }) => expected)
    expect([exit, byText(true), byText(false)]).toEqual([7, each.met, each.unmet])
  }
})
