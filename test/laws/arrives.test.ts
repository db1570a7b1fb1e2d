// What audit says of channels agrees with what triggers then do, for random integrations of a service.
import { expect, test } from 'vitest'
import {
  profileNames,
  seededRandom,
  type ProfileName,
  type Sandbox,
  type Seed,
} from '../../src/sandbox/index.ts'
import { folderWith } from '../support/cli-process.ts'
import { keys, project } from '../support/cli-world.ts'
import { runProgram } from '../support/cli.ts'
import { lawTimeout, runsOf } from '../support/laws/runs.ts'
import { openStage, type Stage } from '../support/sandbox-stage.ts'
import { seedOf } from '../support/seed.ts'

const environment = 'Production'
const providers = { email: 'sendgrid', sms: 'twilio', chat: 'slack', push: 'fcm' } as const
type Channel = keyof typeof providers
const channels = Object.keys(providers) as Channel[]
const credentials = {
  email: { apiKey: 'SG.0123456789' },
  sms: { accountSid: 'AC0123456789', token: '0123456789abcdef', from: '+4930123' },
  chat: {},
  push: { serviceAccount: '{"type":"service_account"}' },
}

const condition = (field: string, ...values: readonly string[]) => [
  {
    isNegated: false,
    type: 'GROUP',
    value: 'AND',
    children: values.map((value) => ({ field, value, operator: 'EQUAL', on: 'subscriber' })),
  },
]
const routings = {
  none: {},
  'some conditions': { conditions: condition('data.tier', 'gold') },
  'impossible conditions': { conditions: condition('data.tier', 'gold', 'silver') },
  'some rules': { rules: { '==': [{ var: 'subscriber.data.tier' }, 'gold'] } },
  'rules for all': { rules: { or: [{ '==': [{ var: 'subscriber.data.tier' }, 'gold'] }, { '==': [1, 1] }] } },
  'rules for none': { rules: { and: [{ '==': [1, 1] }, { in: [{ var: 'subscriber.email' }, []] }] } },
}

interface Row {
  readonly channel: Channel
  readonly identifier: string
  readonly active: boolean
  readonly primary: boolean
  readonly routing: keyof typeof routings
  readonly isBare: boolean
}

function someRows(random: () => number, profile: ProfileName, isHealthy: boolean): readonly Row[] {
  const pick = <T>(...from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const usual = ['none', 'none', 'none', 'some conditions', 'impossible conditions'] as const
  const routingOf = (): Row['routing'] =>
    profile === 'novu-2026-09'
      ? pick(...usual, 'some rules', 'rules for all', 'rules for none')
      : pick(...usual)
  // That release returns no credentials, so no one can see that one is missing.
  const canLack = profile !== 'novu-2026-09'
  return channels.flatMap((channel) => {
    const hasPrimary = channel === 'email' || channel === 'sms'
    const rows = Array.from({ length: pick(0, 1, 1, 2, 3) }, (_, index): Row => ({
      channel,
      identifier: `${channel}-${index}`,
      active: pick(true, true, false),
      primary: hasPrimary && pick(true, false, false),
      routing: routingOf(),
      isBare: canLack && channel !== 'chat' && pick(true, false, false, false),
    }))
    if (!isHealthy) return rows
    // One integration sends what no other one takes, and none of them takes everything.
    return rows.map((row, index): Row => ({
      ...row,
      ...(row.routing === 'rules for all' && { routing: 'some rules' }),
      isBare: row.isBare && !row.active,
      primary: hasPrimary && index === 0,
      ...(index === 0 && { active: true, routing: 'none', isBare: false }),
    }))
  })
}

function seedFor(rows: readonly Row[]): Seed {
  const used = channels.filter((channel) => rows.some((row) => row.channel === channel))
  const subscriber = (subscriberId: string, tier: string) => ({
    environment,
    subscriberId,
    email: `${subscriberId}@acme.example`,
    phone: '+4930123456',
    data: { tier },
    channels: rows.flatMap(({ channel, identifier }) =>
      channel === 'chat' || channel === 'push'
        ? [
            {
              providerId: providers[channel],
              integrationIdentifier: identifier,
              credentials:
                channel === 'chat' ? { webhookUrl: 'https://hooks.example/x' } : { deviceTokens: ['token'] },
            },
          ]
        : [],
    ),
  })
  return {
    environments: [
      { name: 'Development', apiKey: keys.DEVELOPMENT_KEY },
      { name: environment, apiKey: keys.PRODUCTION_KEY },
    ],
    integrations: rows.map(({ routing, isBare, ...row }) => ({
      environment,
      ...row,
      providerId: providers[row.channel],
      credentials: isBare ? { apiKey: '' } : credentials[row.channel],
      ...routings[routing],
    })),
    subscribers: [subscriber('gold', 'gold'), subscriber('none', 'none')],
    workflows: [
      {
        environment,
        identifier: 'all',
        name: 'all',
        critical: true,
        steps: used.map((type) => ({ name: type, active: true, template: { type, content: 'Hello' } })),
      },
    ],
  }
}

/** The words for each channel: `up` where there are none. */
async function wordsOf({ url }: Sandbox): Promise<ReadonlyMap<string, string>> {
  const { out } = await runProgram(['audit', '-t', environment, '--format', 'json'], {
    cwd: folderWith({ 'belfry.yaml': project }),
    env: { BELFRY_URL: url, ...keys },
  })
  const { problems } = JSON.parse(out) as { problems: { rule: string; message: string }[] }
  const found = problems.filter(({ rule }) => rule === 'channel-state' || rule === 'several-primaries')
  return new Map(found.map(({ message }) => [message.split(' ')[0] ?? '', message]))
}

/** By channel, how many of the two subscribers were reached. */
async function arrivals(stage: Stage): Promise<ReadonlyMap<string, number>> {
  for (const to of ['gold', 'none']) await stage.trigger({ name: 'all', to, payload: {} })
  stage.advance(60_000)
  const delivered = stage.sandbox.state
    .messages(environment)
    .filter(({ deliveredAt = [] }) => deliveredAt.length > 0)
    .map(({ channel, _subscriberId }) => JSON.stringify([channel, _subscriberId]))
  const reached = [...new Set(delivered)].map((each) => JSON.parse(each) as readonly string[])
  return new Map(channels.map((channel) => [channel, reached.filter(([each]) => each === channel).length]))
}

/** What is wrong with the words of one channel; undefined if nothing is. */
function wrongIn(own: readonly Row[], words: string | undefined, arrived: number, profile: ProfileName) {
  const isDown = words?.includes('delivers nothing') === true
  const [, doubted] = /delivers nothing in \w+ unless the service uses ([^:]+):/.exec(words ?? '') ?? []
  // Of several primary integrations, the sandbox uses the newest: the last active one.
  const newest = own.findLast(({ active, primary }) => active && primary)?.identifier ?? ''
  if (doubted !== undefined)
    return doubted.split(/, | and /).includes(newest) === arrived > 0 ? undefined : 'the wrong integration'
  if (arrived < 2 && words === undefined) return 'silent'
  // This release is known to compare no conditions on subscribers.
  const isKnown = profile === 'novu-2026-04' || own.every(({ routing }) => !routing.includes('conditions'))
  if (arrived === 0 && !isDown && isKnown) return 'nothing arrives, and it is not said'
  if (arrived > 0 && isDown) return 'delivers nothing, but something arrived'
  const takesOver = own.some(({ active, routing }) => active && routing === 'rules for all')
  const isShared = own.filter(({ primary }) => primary).length > 1
  const isOdd = profile !== 'novu-2026-04' && own.some((row) => row.primary && row.routing !== 'none')
  const isBare = own.some(({ active, isBare: lacks }) => active && lacks)
  if (arrived === 2 && words !== undefined && !takesOver && !isShared && !isOdd && !isBare)
    return 'false alarm'
  return undefined
}

async function oneRun(random: () => number, profile: ProfileName, isHealthy: boolean) {
  let rows: readonly Row[] = []
  while (rows.length === 0) rows = someRows(random, profile, isHealthy)
  const stage = await openStage({ profile, seed: seedFor(rows), rateLimit: 'off' })
  const { sandbox } = stage
  try {
    for (const { identifier, isBare } of rows)
      if (isBare) sandbox.providers.set(identifier, { outcome: 'refuse', text: 'no credentials' })
    const words = await wordsOf(sandbox)
    const arrived = await arrivals(stage)
    return channels.flatMap((channel) => {
      const own = rows.filter((row) => row.channel === channel)
      if (own.length === 0) return []
      const count = arrived.get(channel) ?? 0
      const said = words.get(channel)
      const wrong = isHealthy && said !== undefined ? 'false alarm' : wrongIn(own, said, count, profile)
      return [{ isBroken: count < 2, wrong: wrong && JSON.stringify({ wrong, said, count, own }) }]
    })
  } finally {
    await stage.close()
  }
}

test.each(profileNames)(
  'what audit says of a channel is what triggers then do: %s',
  { timeout: lawTimeout },
  async (profile) => {
    const random = seededRandom(seedOf(`arrives, ${profile}`, 'BELFRY_LAWS_SEED'))
    const most = runsOf({ full: 500 })
    let [healthy, broken] = [0, 0]
    const wrong: string[] = []
    for (let run = 0; (healthy < most || broken < most) && run < most * 4; run += 1)
      for (const channel of await oneRun(random, profile, run % 2 === 0)) {
        if (channel.isBroken) broken += 1
        else healthy += 1
        if (channel.wrong !== undefined) wrong.push(channel.wrong)
      }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(healthy).toBeGreaterThanOrEqual(most)
    expect(broken).toBeGreaterThanOrEqual(most)
  },
)
