// A project with a primary email integration and a standby, on a sandbox that has both.
import { onTestFinished } from 'vitest'
import {
  createSandbox,
  productionApiKey,
  type Sandbox,
  type SandboxOptions,
  type Seed,
} from '../../src/sandbox/index.ts'
import { folderWith } from './cli-process.ts'
import { runProgram, type Said } from './cli.ts'

const email = (identifier: string, providerId: string, more: object) => ({
  environment: 'Production',
  identifier,
  name: identifier,
  providerId,
  channel: 'email' as const,
  ...more,
})

/** All that the providers require, so that nothing of it is missing where the service returns it. */
const keys = { apiKey: 'key-of-a-test-1234', from: 'notify@acme.example', senderName: 'Acme' }

export const failoverSeed: Seed = {
  environments: [{ name: 'Production' }],
  integrations: [
    email('sendgrid-main', 'sendgrid', { active: true, primary: true, credentials: keys }),
    email('ses-eu', 'ses', {
      active: false,
      credentials: { ...keys, secretKey: 'secret-of-a-test-1234', region: 'eu-west-1' },
    }),
  ],
  subscribers: ['ops-oncall', 'customer', 'no-address'].map((subscriberId) => ({
    environment: 'Production',
    subscriberId,
    ...(subscriberId !== 'no-address' && { email: `${subscriberId}@acme.example` }),
  })),
  workflows: [
    {
      environment: 'Production',
      identifier: 'welcome',
      name: 'Welcome',
      steps: [
        {
          name: 'Email',
          active: true,
          template: { type: 'email', subject: 'Welcome', content: 'Hello' },
        },
      ],
    },
  ],
}

export const failoverFiles = {
  'belfry.yaml': `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
smoke: { suites: [smoke.yaml], recipients: [ops-oncall] }
`,
  'manifests/email.yaml': `integrations:
  - { identifier: sendgrid-main, providerId: sendgrid, channel: email, active: true, primary: true }
  - { identifier: ses-eu, providerId: ses, channel: email, active: false, standby: 1 }
`,
  'smoke.yaml': `cases:
  - { name: an email arrives, workflow: welcome, to: ops-oncall, timeout: 20s, expect: { email: sent } }
`,
}

export const withoutSmoke = { 'belfry.yaml': failoverFiles['belfry.yaml'].replace(/smoke: .*\n/, '') }

export const protectedTarget = {
  'belfry.yaml': failoverFiles['belfry.yaml'].replace("KEY}' }", "KEY}', protected: true }"),
}

export type Files = Readonly<Record<string, string>>

export interface FailoverWorld {
  readonly sandbox: Sandbox
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly belfry: (...args: readonly string[]) => Promise<Said>
  /** Writes that the service accepted, in order. */
  readonly writes: () => readonly string[]
  readonly primaries: () => readonly string[]
}

export async function failoverWorld(
  options: SandboxOptions = {},
  changes: Files = {},
): Promise<FailoverWorld> {
  const sandbox = await createSandbox({ profile: 'novu-2026-04', seed: failoverSeed, ...options })
  onTestFinished(() => sandbox.close())
  const cwd = folderWith({ ...failoverFiles, ...changes })
  const env = { BELFRY_URL: sandbox.url, PRODUCTION_KEY: sandbox.keys['Production'] ?? productionApiKey }
  const { integrations } = sandbox.state
  return {
    sandbox,
    cwd,
    env,
    belfry: (...args) => runProgram(args, { cwd, env }),
    writes: () =>
      sandbox.log
        .filter(({ method, status }) => method !== 'GET' && status < 400)
        .map(({ operation }) => operation ?? ''),
    primaries: () =>
      integrations.list('Production').flatMap(({ primary, identifier }) => (primary ? [identifier] : [])),
  }
}

type Notification = NonNullable<Seed['notifications']>[number]

/** What became of one email: sent, refused by its provider, or without a recipient that it could be sent to. */
type Result = 'sent' | 'refused' | 'no address' | 'no address, failed' | 'preference'

const lines: Readonly<Record<Result, readonly [status: string, line: string, job: string]>> = {
  sent: ['Success', 'Message sent', 'completed'],
  refused: ['Failed', 'Unexpected provider error', 'failed'],
  'no address': ['Failed', 'Subscriber missing email address', 'canceled'],
  // Some releases end the step with another status.
  'no address, failed': ['Failed', 'Subscriber missing email address', 'failed'],
  preference: ['Success', 'Step filtered by user preferences', 'canceled'],
}

function event(at: number, result: Result, integration: string, index: number): Notification {
  const [status, detail, job] = lines[result]
  const createdAt = new Date(at).toISOString()
  const log = [
    {
      status: 'Pending',
      detail: 'SendGrid provider was selected',
      raw: JSON.stringify({ providerId: 'sendgrid', identifier: integration }),
    },
    { status, detail, raw: null },
  ]
  return {
    environment: 'Production',
    subscriberId: 'customer',
    workflow: 'welcome',
    transactionId: `past-${index}`,
    createdAt,
    channels: ['email'],
    jobs: [
      {
        _id: `job-${index}`,
        type: 'email',
        providerId: 'sendgrid',
        status: job,
        executionDetails: log.map((each, line) => ({
          _id: `detail-${index}-${line}`,
          createdAt,
          isRetry: false,
          isTest: false,
          source: 'Internal',
          ...each,
        })),
        step: { _id: 'step', active: true, filters: [], _templateId: 'template' },
      },
    ],
  }
}

/** Emails of the last 20 minutes, as many in each half; every `nth` of them has this result. */
export function history(
  count: number,
  result: Result,
  nth: number,
  integration = 'sendgrid-main',
  now = Date.now(),
): Seed {
  const notifications = Array.from({ length: count }, (_, index) => {
    // The command runs a moment after the seed is made, so nothing is near the border of a window.
    const half = index % 2 === 0 ? 15 : 5
    return event(now - half * 60_000, Math.floor(index / 2) % nth === 0 ? result : 'sent', integration, index)
  })
  return { ...failoverSeed, notifications }
}
