// A trigger on a sandbox whose time passes only while somebody waits, and what became of it.
import { sentThrough } from '../../src/core/delivery/job.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import type { Value, ValueMap } from '../../src/core/value.ts'
import { openAccess } from '../../src/engine/plan/session.ts'
import type { Desired } from '../../src/kinds/resource.ts'
import { withoutSecrets } from '../../src/core/secrets/hide-secrets.ts'
import { triggerTerms } from '../../src/core/delivery/triggered.ts'
import { virtualClock, type SandboxOptions } from '../../src/sandbox/index.ts'
import { createClient, readOnly, type Client } from '../../src/service/client.ts'
import { triggerEvent } from '../../src/service/operations.ts'
import { explain } from '../../src/delivery/explain/explain-delivery.ts'
import { recipientsOf } from '../../src/delivery/recipients.ts'
import { survey } from '../../src/delivery/explain/surroundings.ts'
import { waitFor, type Waited, type Waiting, type WaitRequest } from '../../src/delivery/wait.ts'
import type { TriggerEventBody } from '../../src/wire/generated.ts'
import { fetchTransport } from './fetch-transport.ts'
import { createStrictSandbox, type StrictSandbox } from './strict-sandbox.ts'
import { Resources } from '../../src/kinds/declared-resources.ts'
import { onTestFinished } from 'vitest'

type Body = Partial<TriggerEventBody> & Pick<TriggerEventBody, 'to'>
type More = Partial<WaitRequest & Waiting>

export interface SmokeWorld {
  readonly sandbox: StrictSandbox
  readonly client: Client
  readonly waiting: Waiting
  readonly trigger: (body: Body) => Promise<unknown>
  readonly wait: (to: Value, more?: More) => Promise<Waited>
  /** Triggers with the transaction id `t-1`, and waits. */
  readonly fire: (body: Body, more?: More) => Promise<Waited>
  /** `recipient channel: why | advice | resource file:line`, one for each explanation. */
  readonly why: (waited: Waited, to: Value, declared?: readonly Desired[]) => Promise<string[]>
}

export async function smokeWorld(
  options: SandboxOptions = {},
  environment = 'Production',
): Promise<SmokeWorld> {
  const sandbox = await createStrictSandbox({ clock: virtualClock(), ...options })
  onTestFinished(() => sandbox.close())
  const apiKey = Secret.of(sandbox.keys[environment] ?? '', 'test')
  const client = createClient({ transport: fetchTransport, origin: sandbox.url, apiKey })
  let time = 0
  const waiting: Waiting = {
    clock: () => time,
    sleep: (milliseconds) => {
      time += milliseconds
      sandbox.clock.advance(milliseconds)
      return Promise.resolve()
    },
    random: () => 0.5,
  }
  const shown = (item: object): ValueMap => withoutSecrets(item as Value) as ValueMap
  const trigger: SmokeWorld['trigger'] = (body) =>
    triggerEvent(client, {
      name: 'welcome',
      transactionId: 't-1',
      ...body,
    })
  const environmentId = sandbox.state.environments.get(environment)?._id ?? ''
  const wait: SmokeWorld['wait'] = (to, more = {}) =>
    waitFor(
      {
        client: readOnly(client),
        transactionId: 't-1',
        recipients: recipientsOf(to),
        timeout: 60_000,
        delayed: 'wait',
        shown,
        ...more,
      },
      { ...waiting, ...more },
    )
  return {
    sandbox,
    client,
    waiting,
    trigger,
    wait,
    fire: async (body, more = {}) => {
      await trigger(body)
      return wait(body.to as Value, more)
    },
    why: async ({ deliveries }, to, declared = []) => {
      const around = await survey(deliveries, {
        access: openAccess(readOnly(client), environmentId, 1),
        shown,
        target: {},
        declared: Resources.of(declared),
        to,
        transactionId: 't-1',
        terms: triggerTerms(),
      })
      return explain(deliveries, around).map(
        ({ recipient, channel = '-', why, advice, resource, position }) =>
          `${recipient} ${channel}: ${[why, advice, [resource, position && `${position.file}:${position.line}`].filter(Boolean).join(' ')].filter(Boolean).join(' | ')}`,
      )
    },
  }
}

/** `email completed mailgun`, a line for each step. */
export function stepLines({ deliveries }: Waited): string[] {
  return deliveries.flatMap(({ recipient, steps, state }) =>
    state === 'absent'
      ? [`${recipient} absent`]
      : steps.map((step) => `${recipient} ${step.channel} ${step.status} ${sentThrough(step)}`.trimEnd()),
  )
}
