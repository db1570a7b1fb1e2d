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

const integration = (identifier: string, providerId: string, more: object) => ({
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
    integration('sendgrid-main', 'sendgrid', { active: true, primary: true, credentials: keys }),
    integration('ses-eu', 'ses', {
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
