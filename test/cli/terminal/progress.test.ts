// What stderr shows while a command reads: in place on a terminal, elsewhere a line every 15 seconds. Time is virtual.
import { describe, expect, test } from 'vitest'
import { Pace } from '../../../src/cli/terminal/pace.ts'
import { Progress } from '../../../src/cli/terminal/progress.ts'
import { processIo, type Io } from '../../../src/cli/terminal/io.ts'
import { plain } from '../../../src/report/text/style.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { cliWorld } from '../../support/cli-world.ts'

/** A clock whose time passes when a test says so. */
function virtualTime() {
  let now = 0
  const ticks = new Set<() => void>()
  return {
    clock: () => now,
    every: (_: number, tick: () => void) => {
      ticks.add(tick)
      return () => void ticks.delete(tick)
    },
    /** Whole seconds. */
    pass: (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        now += 1000
        for (const tick of ticks) tick()
      }
    },
    ticking: () => ticks.size,
  }
}

/** It listens to the streams of the process, so there is one for all tests. */
const doors = processIo()

function watch(errIsTty: boolean) {
  const time = virtualTime()
  const said: string[] = []
  const { clock, every } = time
  const io: Io = {
    ...doors,
    clock,
    every,
    errIsTty,
    err: (text) => void said.push(text),
    errStyle: () => plain,
  }
  const progress = new Progress(io, {})
  let answer: () => void = () => undefined
  const transport = progress.watched(
    () => new Promise((resolve) => (answer = () => resolve({ status: 200, headers: {}, body: '' }))),
  )
  const request = () => {
    const done = transport({} as never)
    return async () => {
      answer()
      await done
    }
  }
  return { ...time, progress, request, said, shown: () => said.splice(0) }
}

const clear = '\r\u001B[K'
const page = {
  type: 'reading',
  target: 'Production',
  read: { what: 'subscribers', done: 1200, total: 5000 },
} as const

describe('not on a terminal', () => {
  test('a line every 15 seconds says how far a read is', async () => {
    const { progress, request, pass, shown } = watch(false)
    progress.on({ type: 'reading', target: 'Production' })
    const reply = request()
    pass(14)
    expect(shown()).toEqual([])
    pass(1)
    expect(shown()).toEqual(['reading Production, 15 s\n'])
    progress.on(page)
    pass(14)
    expect(shown()).toEqual([])
    pass(17)
    expect(shown()).toEqual([
      'Production: 1,200 of 5,000 subscribers, 30 s\n',
      'Production: 1,200 of 5,000 subscribers, 45 s\n',
    ])
    await reply()
    progress.clear()
    pass(60)
    expect(shown()).toEqual([])
  })

  test('a request that takes long is shown, whatever it is for', async () => {
    const { request, pass, shown } = watch(false)
    const reply = request()
    pass(31)
    expect(shown()).toEqual(['waiting for the service, 15 s\n', 'waiting for the service, 30 s\n'])
    await reply()
  })

  test('names of resources are left out', () => {
    const { progress, request, pass, shown } = watch(false)
    const change = { target: 'Production', kind: 'subscriber', name: 'ada', action: 'update' }
    progress.on({ type: 'sending', change, call: {}, attempt: 1 } as never)
    request()
    pass(15)
    expect(shown()).toEqual(['writing, 15 s\n'])
  })

  test('a long wait is repeated with the time that is left', () => {
    const { progress, request, pass, shown } = watch(false)
    request()
    progress.wait({ milliseconds: 40_000, reason: '429', attempt: 1, of: 6 })
    pass(31)
    expect(shown()).toEqual([
      'waiting 40 s (429, attempt 1 of 6 failed)\n',
      'waiting 25 s (429, attempt 1 of 6 failed)\n',
      'waiting 10 s (429, attempt 1 of 6 failed)\n',
    ])
  })

  test('what is printed in between counts, and silence begins again after it', () => {
    const { progress, request, pass, shown } = watch(false)
    progress.on(page)
    request()
    pass(10)
    progress.spoke()
    pass(14)
    expect(shown()).toEqual([])
    pass(1)
    expect(shown()).toHaveLength(1)
  })
})

describe('on a terminal', () => {
  test('one line is rewritten, and its time goes on between pages', () => {
    const { progress, request, pass, shown } = watch(true)
    progress.on({ type: 'reading', target: 'Production' })
    expect(shown()).toEqual([`${clear}reading Production ...`])
    request()
    pass(2)
    expect(shown()).toEqual([`${clear}reading Production, 1 s`, `${clear}reading Production, 2 s`])
    progress.on(page)
    pass(1)
    expect(shown()).toEqual([
      `${clear}Production: 1,200 of 5,000 subscribers, 2 s`,
      `${clear}Production: 1,200 of 5,000 subscribers, 3 s`,
    ])
    progress.clear()
    expect(shown()).toEqual([clear])
  })

  test('the verifying read of an apply says so', () => {
    const { progress, shown } = watch(true)
    progress.on({ type: 'verifying' })
    progress.on({ type: 'reading', target: 'Production' })
    progress.on(page)
    expect(shown()).toEqual([
      `${clear}verifying ...`,
      `${clear}verifying Production ...`,
      `${clear}verifying Production: 1,200 of 5,000 subscribers ...`,
    ])
  })

  test('nothing is shown while nothing is asked, such as under a question', async () => {
    const { progress, request, pass, shown } = watch(true)
    progress.on(page)
    const reply = request()
    await reply()
    progress.clear()
    shown()
    pass(60)
    expect(shown()).toEqual([])
  })

  test('nothing is printed after the end, and no timer is left', () => {
    const { progress, request, pass, shown, ticking } = watch(true)
    progress.on(page)
    request()
    expect(ticking()).toBe(1)
    progress.end()
    expect(shown().at(-1)).toBe(clear)
    expect(ticking()).toBe(0)
    pass(60)
    progress.on(page)
    expect(shown()).toEqual([])
  })
})

describe('how fast it goes, and how long it still takes', () => {
  const read = (done: number, more = {}) =>
    ({
      type: 'reading',
      target: 'Production',
      read: { what: 'subscribers', done, total: 5000, ...more },
    }) as const

  test('is shown once enough was read, and follows the last seconds', () => {
    const { progress, request, pass, shown } = watch(true)
    request()
    for (let second = 0; second <= 4; second += 1) {
      progress.on(read(100 * (second + 1)))
      pass(1)
    }
    expect(shown().at(-1)).toBe(`${clear}Production: 500 of 5,000 subscribers, 5 s, 80/s, 57 s left`)
    expect(shown()).toEqual([])
    for (let second = 5; second <= 30; second += 1) {
      progress.on(read(500 + (second - 4)))
      pass(1)
    }
    expect(shown().at(-1)).toBe(`${clear}Production: 526 of 5,000 subscribers, 31 s, 0.9/s, 80 min left`)
  })

  test('is shown by the minute if it is slow', () => {
    const { progress, request, pass, shown } = watch(true)
    request()
    progress.on(read(10))
    pass(20)
    progress.on(read(11))
    pass(1)
    expect(shown().at(-1)).toBe(`${clear}Production: 11 of 5,000 subscribers, 21 s, 2.9/min, 29 h 7 min left`)
  })

  test('is not made up: not at the start, not in silence, and no time that is left of an unknown total', () => {
    const { progress, request, pass, shown } = watch(true)
    request()
    progress.on(read(100))
    pass(10)
    expect(shown().at(-1)).toBe(`${clear}Production: 100 of 5,000 subscribers, 10 s`)
    progress.on(read(1100, { isCapped: true }))
    expect(shown().at(-1)).toBe(`${clear}Production: 1,100 of more than 5,000 subscribers, 10 s, 100/s`)
  })

  const change = { target: 'Production', kind: 'subscriber', name: 'ada', action: 'update' }
  const sending = { type: 'sending', change, call: {}, attempt: 1 } as never
  const outcome = { type: 'outcome', result: {} } as never

  test('an apply counts changes, of all plans that it makes', () => {
    const { progress, request, pass, shown } = watch(true)
    progress.on({ type: 'applying', changes: 20 })
    progress.on({ type: 'applying', changes: 40 })
    request()
    for (let second = 0; second < 6; second += 1) {
      progress.on(sending)
      progress.on(outcome)
      progress.on(outcome)
      progress.erase()
      pass(1)
    }
    progress.erase()
    progress.on(sending)
    progress.redraw()
    expect(shown().at(-1)).toBe(
      `${clear}writing 12 of 60 changes: Production: subscriber ada, 6 s, 2.0/s, 24 s left`,
    )
    for (let left = 48; left > 0; left -= 1) progress.on(outcome)
    pass(1)
    expect(shown().at(-1)).toBe(`${clear}waiting for the service, 7 s`)
  })

  test('in a log without names', () => {
    const { progress, request, pass, shown } = watch(false)
    progress.on({ type: 'applying', changes: 100 })
    request()
    for (let second = 0; second < 15; second += 1) {
      progress.on(sending)
      progress.on(outcome)
      pass(1)
    }
    expect(shown()).toEqual(['writing 14 of 100 changes, 15 s, 1.0/s, 85 s left\n'])
  })

  test('changes that follow each other fast redraw the line a few times a second', () => {
    const { progress, shown } = watch(true)
    progress.on({ type: 'applying', changes: 1000 })
    for (let count = 0; count < 500; count += 1) progress.on(sending)
    expect(shown()).toHaveLength(1)
  })

  test('between reading and the plan', () => {
    const { progress, shown } = watch(true)
    progress.on({ type: 'planning' })
    expect(shown()).toEqual([`${clear}planning ...`])
  })
})

test.each([
  [{ done: 7 }, '7 subscribers'],
  [{ done: 1_234_567, total: 2_000_000 }, '1,234,567 of 2,000,000 subscribers'],
  [{ done: 300, total: 50_000, isCapped: true }, '300 of more than 50,000 subscribers'],
  [{ done: 51_000, total: 50_000, isCapped: true }, '51,000 subscribers'],
])('%j is %s', (read, text) => {
  const { progress, shown } = watch(true)
  progress.read('subscribers', read)
  expect(shown()).toEqual([`${clear}${text} ...`])
})

describe('of a command', () => {
  /** Each request takes so many seconds; `run` hears of the time that passes. */
  async function slowWorld(files: Readonly<Record<string, string>>, seconds: number) {
    const world = await cliWorld(files)
    const time = virtualTime()
    const url = await startProxy(world.sandbox.url, () => {
      time.pass(seconds)
      return undefined
    })
    const { clock, every } = time
    return {
      ...world,
      time,
      run: (args: string, io: Partial<Io> = {}) =>
        world.run(args, { env: { BELFRY_URL: url }, io: { clock, every, ...io } }),
    }
  }

  const declared = `subscribers:\n${Array.from({ length: 250 }, (_, index) => `  - { subscriberId: 'user-${String(index + 1).padStart(4, '0')}', locale: de_DE }\n`).join('')}`

  test.each(['text', 'json', 'ndjson'])('get subscribers --all --format %s', async (format) => {
    const { run } = await slowWorld({}, 8)
    const { exit, out, err } = await run(`get subscribers --all -t Production --format ${format}`)
    expect(exit).toBe(0)
    expect(out).toContain('user-0001')
    expect(err).toMatch(/^200 of 250 subscribers, \d+ s, [\d.]+\/s, \d+ s left$/m)
    expect(
      err
        .split('\n')
        .filter(
          (line) =>
            line !== '' &&
            !/^(?:\d+ of 250 subscribers|waiting for the service), \d+ s(?:, [\d.]+\/s, \d+ s left)?$/.test(
              line,
            ),
        ),
    ).toEqual([])
  })

  test('a plan, in place on a terminal, which is gone at its end', async () => {
    const { run, time } = await slowWorld({ 'manifests/people.yaml': declared }, 6)
    const { exit, err } = await run('plan -t Production', { errIsTty: true })
    expect(exit).toBe(0)
    expect(err).toContain(`${clear}Production: 100 of 250 subscribers, `)
    expect(err).toContain(`${clear}Production: 200 of 250 subscribers, `)
    expect(err.endsWith(clear)).toBe(true)
    expect(time.ticking()).toBe(0)
  })

  test('lines of --debug begin on a line of their own', async () => {
    const { run } = await slowWorld({ 'manifests/people.yaml': declared }, 6)
    const { err } = await run('plan -t Production --debug', { errIsTty: true })
    expect(err).toContain('> #1 GET')
    expect(err.replaceAll('\r\u001B[K', '\n')).not.toMatch(/[^\n][<>] #\d/)
  })

  test('an interruption removes the line', async () => {
    const world = await cliWorld({ 'manifests/people.yaml': declared })
    const time = virtualTime()
    let count = 0
    let stop: () => void = () => undefined
    const url = await startProxy(world.sandbox.url, ({ path }) => {
      time.pass(1)
      if (path.includes('/subscribers') && ++count === 2) stop()
      return count >= 2 ? failure(500, 'late') : undefined
    })
    const { clock, every } = time
    const running = world.begin('plan -t Production', {
      env: { BELFRY_URL: url },
      io: { clock, every, errIsTty: true },
    })
    stop = () => running.kill('SIGINT')
    const { exit, err } = await running.ended
    expect(exit).toBe(130)
    expect(err.replaceAll(clear, '|')).toMatch(
      /\|Production: 100 of 250 subscribers, \d+ s(?:\|[^|\n]*)*\|(?:error|Interrupted)/,
    )
  })
})

test('a list that grew while it was read has no time left', () => {
  const pace = new Pace()
  pace.note(0, 0)
  pace.note(150, 15_000)
  expect(pace.text(15_000, 200)).toBe(', 10/s, 5 s left')
  expect(pace.text(15_000, 100)).toBe(', 10/s')
})
