// Lost replies and failures on triggers, by chance: never told twice, and what belfry says of it is true.
import { expect, test } from 'vitest'
import { profileNames, seededRandom, virtualClock } from '../../src/sandbox/index.ts'
import { createSandbox, type LoggedRequest, type Sandbox } from '../../src/sandbox/index.ts'
import { folderWith } from '../support/cli-process.ts'
import { keys, project } from '../support/cli-world.ts'
import { runProgram } from '../support/cli.ts'
import { envelopeIn } from '../support/cli-schemas.ts'
import { lawTimeout, runsOf } from '../support/laws/runs.ts'

/** Of a trigger's request and reply. */
const losses = [
  '500-before',
  '500-after',
  'reset-before',
  'reset-after',
  'half-before',
  'half-after',
  'html-after=502',
  '429=0',
  '409=1',
]
/** Of the looks after it: lists that lag, by more than anybody waits too, and failures. */
const blindness = [
  'stale=90s:listEvents:100%',
  '500-before:listEvents:60%',
  'stale=3s:listEvents:50%',
  'reset-before:listEvents:40%',
  'html-before:listEvents:100%',
]

interface Told {
  readonly exit: number
  readonly status?: string
  readonly transactionId?: string
  readonly problems: readonly { readonly rule: string }[]
}

/** What came of one run: how it was told, and what there really is. */
async function oneRun(seed: number) {
  const random = seededRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const rate = pick([30, 60, 100])
  const chosen = [pick(losses), pick(losses)].map((name) => `${name}:triggerEvent:${rate}%`)
  const isBlind = random() < 0.3
  // The client has to give up first, which really takes its time.
  const isLate = seed % 20 === 0
  const isLagging = random() < 0.4
  const faults = [
    ...(isLate ? ['late=800ms:triggerEvent:60%'] : new Set(chosen)),
    ...(isBlind ? [pick(blindness)] : []),
    ...(isLagging ? ['lag=40s:triggerEvent'] : []),
  ]
  const profile = pick(profileNames)
  const sandbox = await createSandbox({ profile, clock: virtualClock(), faultSeed: seed, rateLimit: 'off' })
  try {
    sandbox.faults.set(faults)
    const folder = folderWith({ 'belfry.yaml': project })
    const { out } = await runProgram(
      [
        'trigger',
        'welcome',
        '--to',
        'user-0001',
        '--to',
        'user-0002',
        '-t',
        'Production',
        '--format',
        'json',
        ...(isLate ? ['--timeout', '0.5'] : []),
      ],
      {
        cwd: folder,
        env: { BELFRY_URL: sandbox.url, ...keys },
        pass: (milliseconds) => sandbox.clock.advance(milliseconds),
      },
    )
    // What was still on its way arrives.
    sandbox.clock.advance(60_000)
    return { told: envelopeIn(out) as unknown as Told, faults, ...countsIn(sandbox) }
  } finally {
    await sandbox.close()
  }
}

function countsIn({ log, state }: Sandbox) {
  const triggers = log.filter(({ operation }) => operation === 'triggerEvent')
  const isTaken = ({ status, meantStatus }: LoggedRequest): boolean => status === 201 || meantStatus === 201
  const ids = new Set(triggers.map(({ body }) => (body as { readonly transactionId: string }).transactionId))
  const id = [...ids][0] ?? ''
  const events = state.notifications('Production').filter(({ transactionId }) => transactionId === id)
  const messages = state.messages('Production').filter(({ transactionId }) => transactionId === id)
  return {
    ids: ids.size,
    taken: triggers.filter(isTaken).length,
    /** Triggers that were sent again, though the one before may have been taken. */
    repeated: triggers.filter(
      (_, index) =>
        index > 0 && triggers[index - 1]?.faults?.some((name) => name === '429' || name === '409') !== true,
    ).length,
    events: events.length,
    messages: messages.length,
  }
}

/** What is wrong with a run, and how it was told. */
function judged({ told, ids, taken, repeated, events, messages }: Awaited<ReturnType<typeof oneRun>>) {
  const rules = told.problems.map(({ rule }) => rule)
  const isLost = rules.includes('lost-reply')
  const account = told.status === 'processed' ? 'taken' : isLost ? 'unknown' : 'refused'
  const wrong: Readonly<Record<string, boolean>> = {
    'several transaction ids': ids > 1,
    'sent again, and the one before may have been taken': repeated > 0,
    'taken twice': taken > 1,
    'not both told once': ![0, 2].includes(events) || messages !== events * 2,
    'taken, and it is not': account === 'taken' && (told.exit !== 0 || events !== 2),
    'refused, and it is not': account === 'refused' && (told.transactionId !== undefined || events !== 0),
    'unknown, without an id': account === 'unknown' && (told.exit !== 5 || told.transactionId === undefined),
  }
  return { account, wrong: Object.keys(wrong).filter((name) => wrong[name] === true) }
}

test('a trigger whose reply is lost is taken once, and told of truly', { timeout: lawTimeout }, async () => {
  const seen = new Set<string>()
  const broken: string[] = []
  for (let seed = 1; seed <= runsOf({ full: 100 }); seed += 1) {
    const run = await oneRun(seed)
    const { account, wrong } = judged(run)
    seen.add(account)
    broken.push(...wrong.map((name) => `seed ${seed} with ${run.faults.join(' ')}: ${name}`))
  }
  expect(broken).toEqual([])
  expect([...seen]).toEqual(expect.arrayContaining(['taken', 'unknown']))
})
