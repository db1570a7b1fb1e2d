// Shows on stderr what a command is doing: on a terminal one line that is rewritten, elsewhere a line every 15 seconds.
import type { Change } from '../../core/plan/change.ts'
import { duration } from '../../core/words.ts'
import { visible } from '../../core/visible.ts'
import type { OperationEvent, PageProgress, Wiretap } from '../../library/ambient.ts'
import { headingOf } from '../../report/text/plan.ts'
import { cut } from '../../report/text/table.ts'
import type { Io } from './io.ts'
import { Pace } from './pace.ts'

export interface Progress extends Required<Omit<Wiretap, 'stop' | 'giveUp'>> {
  readonly on: (event: OperationEvent) => void
  /** What the command does from now on, in a few words: `looking for the trigger`. */
  readonly doing: (text: string) => void
  /** How far a list is read: `Production: 1,200 of 5,000 subscribers`. The target is left out if there is only one. */
  readonly read: (what: string, done: PageProgress, target?: string) => void
  /** Something else was printed, so that the command isn't silent. */
  readonly spoke: () => void
  /** Removes the line before something else is printed. It comes back, because the work goes on. */
  readonly erase: () => void
  /** Shows the line again that was removed. */
  readonly redraw: () => void
  /** The same at the end of what was shown. */
  readonly clear: () => void
}

/** Milliseconds between two lines if stderr isn't a terminal. */
const silence = 15_000
/** Milliseconds between two looks at the clock. */
const step = 1000
/** Milliseconds between two changes of the line on a terminal, if many follow each other. */
const glance = 100
/** Milliseconds without a request after which belfry is no longer busy. */
const idle = 2000

interface Activity {
  /** The text for a terminal. Called only when the line is drawn, because requests are faster than the line changes. */
  readonly text: () => string
  /** For a log, where names of resources would be noise; absent if it is the same. */
  readonly plain?: () => string
  readonly since: number
  /** Absent if what is done says nothing of what follows: each case of a smoke test waits as long as it must. */
  readonly pace?: Pace
  /** Undefined if it isn't known. */
  readonly total?: number | undefined
}

/** Changes of an apply. */
interface Writes {
  readonly since: number
  readonly pace: Pace
  total: number
  done: number
}

export function createProgress(io: Io, flags: { readonly debug?: true }): Progress {
  let isShown = false
  let isEnded = false
  let shownAt = -Infinity
  let writes: Writes | undefined
  let activity: Activity | undefined
  let waiting: { readonly until: number; readonly why: string } | undefined
  let verb = 'reading'
  let spokeAt = io.clock()
  let pending = 0
  let busySince = 0
  let lastReply = -Infinity
  let stopTicking: (() => void) | undefined

  const erase = (): void => {
    if (isShown) io.err('\r\u001B[K')
    isShown = false
  }
  const clear = (): void => {
    erase()
    activity = undefined
    waiting = undefined
    lastReply = -Infinity
  }
  const show = (text: string): void => {
    if (!io.errIsTty || isEnded) return
    const style = io.errStyle(undefined)
    io.err(`\r\u001B[K${cut(text, Math.max(10, style.columns) - 1, style)}`)
    isShown = true
    shownAt = io.clock()
  }
  /** On a terminal. */
  const showActivity = (now: number): void => {
    if (io.errIsTty && activity !== undefined) show(activityText(activity, now, io.errIsTty))
  }
  const say = (text: string): void => {
    spokeAt = io.clock()
    io.err(`${text}\n`)
  }
  const isBusy = (now: number): boolean => pending > 0 || now - lastReply < idle

  /** Undefined if there is nothing to show. */
  const textNow = (): string | undefined => {
    const now = io.clock()
    if (waiting !== undefined && now < waiting.until) return waitText(waiting.until - now, waiting.why)
    if (activity !== undefined) return activityText(activity, now, io.errIsTty)
    const isLong = isBusy(now) && now - busySince >= (io.errIsTty ? step : silence)
    return isLong ? withTime('waiting for the service', now - busySince) : undefined
  }
  const tick = (): void => {
    const text = textNow()
    if (text === undefined || isEnded) return
    if (io.errIsTty) show(text)
    else if (io.clock() - spokeAt >= silence) say(text)
  }
  const start = (text: string, plain?: string): void => {
    activity = {
      text: () => text,
      since: io.clock(),
      pace: new Pace(),
      ...(plain !== undefined && { plain: () => plain }),
    }
    waiting = undefined
    show(`${text} ...`)
  }
  const read: Progress['read'] = (what, done, target) => {
    const now = io.clock()
    const { since = now, pace = new Pace() } = activity ?? {}
    const verbNow = verb === 'reading' ? '' : `${verb} `
    const text = (): string => {
      const place = target === undefined || target === 'default' ? '' : `${visible(target)}: `
      return `${verbNow}${place}${countText(done)} ${what}`
    }
    pace.note(done.done, now)
    // A total that the service stopped counting says nothing of the time that is left.
    activity = { text, since, pace, total: done.isCapped === true ? undefined : done.total }
    waiting = undefined
    showActivity(now)
  }
  const sending = (change: Change): void => {
    const place = (): string => `${change.target ?? 'organisation'}: ${headingOf(change)}`
    if (writes === undefined) return start(place(), 'writing')
    const { since, pace, total, done } = writes
    const plain = (): string =>
      `writing ${thousands(done)} of ${thousands(total)} ${total === 1 ? 'change' : 'changes'}`
    activity = { text: () => `${plain()}: ${place()}`, plain, since, pace, total }
    waiting = undefined
    const now = io.clock()
    if (now - shownAt >= glance) showActivity(now)
  }
  const ended = (): void => {
    if (writes === undefined) return clear()
    writes.done += 1
    writes.pace.note(writes.done, io.clock())
    if (writes.done === writes.total) clear()
  }
  const wait: Progress['wait'] = ({ milliseconds, reason, attempt, of }) => {
    const why =
      reason === 'limit'
        ? "to stay below the service's rate limit"
        : `${reason}, attempt ${attempt} of ${of} failed`
    waiting = { until: io.clock() + milliseconds, why }
    const text = waitText(milliseconds, why)
    if (io.errIsTty) return show(text)
    // A line for each refused or failed request. Waits for the rate limit are frequent, so one in 10 seconds.
    if (reason === 'limit' && io.clock() - spokeAt < 10_000) return
    say(text)
  }
  const logged = (line: string): void =>
    io.err(`${io.filter.take(line).split('\n').map(visible).join('\n')}\n`)
  return {
    world: io,
    doing: (text) => start(text),
    erase,
    redraw: () => {
      const text = isShown ? undefined : textNow()
      if (text !== undefined) show(text)
    },
    read,
    wait,
    clear,
    spoke: () => (spokeAt = io.clock()),
    log: flags.debug === true ? logged : undefined,
    wire: (transport) => (request) => {
      if (request.method !== 'GET') io.written.note()
      return transport(request)
    },
    // Requests that take long are shown. A command may open several connections, one after the other.
    watched: (transport) => {
      isEnded = false
      return async (request) => {
        const now = io.clock()
        if (!isBusy(now)) busySince = now
        if (!isEnded) stopTicking ??= io.every(step, tick)
        pending += 1
        try {
          return await transport(request)
        } finally {
          pending -= 1
          lastReply = io.clock()
        }
      }
    },
    end: () => {
      clear()
      isEnded = true
      stopTicking?.()
      stopTicking = undefined
    },
    on: (event) => {
      if (event.type === 'reading') {
        const { target, read: done } = event
        if (done === undefined) start(`${verb} ${visible(target)}`)
        else read(done.what, done, target)
      } else if (event.type === 'planning') start('planning')
      else if (event.type === 'applying') {
        writes ??= { since: io.clock(), pace: new Pace(), total: 0, done: 0 }
        writes.total += event.changes
        writes.pace.note(writes.done, io.clock())
      } else if (event.type === 'sending') sending(event.change)
      else if (event.type === 'outcome') ended()
      else if (event.type === 'waiting') wait(event.wait)
      else if (event.type === 'verifying') {
        verb = 'verifying'
        start(verb)
      } else if (event.type === 'cases') {
        activity = { text: () => `${countText(event)} cases`, since: activity?.since ?? io.clock() }
        waiting = undefined
        showActivity(io.clock())
      } else clear()
    },
  }
}

/** `waiting 2.0 s (429, attempt 1 of 6 failed)` */
function waitText(milliseconds: number, why: string): string {
  return `waiting ${duration(milliseconds)} (${why})`
}

/** `writing 120 of 1,400 changes, 12 s, 10/s, 128 s left` */
function activityText(
  { text, plain, since, pace, total }: Activity,
  now: number,
  isOnTerminal: boolean,
): string {
  const shown = isOnTerminal ? text : (plain ?? text)
  return `${withTime(shown(), now - since)}${pace?.text(now, total) ?? ''}`
}

/** `reading Production, 18 s` */
function withTime(text: string, milliseconds: number): string {
  return milliseconds < step ? `${text} ...` : `${text}, ${Math.floor(milliseconds / 1000)} s`
}

/** `1,200 of 5,000`; a service may stop counting: `1,200 of more than 50,000`. */
function countText({ done, total, isCapped }: PageProgress): string {
  if (total === undefined || total < done) return thousands(done)
  return `${thousands(done)} of ${isCapped === true ? 'more than ' : ''}${thousands(total)}`
}

/** Without `toLocaleString`: the first use of it takes as long as reading several manifests. */
function thousands(count: number): string {
  const digits = String(count)
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}
