// Shows on stderr what a command is doing: on a terminal one line that is rewritten, elsewhere a line every 15 seconds.
import type { Change } from '../../core/plan/change.ts'
import { duration } from '../../core/words.ts'
import { visible } from '../../core/visible.ts'
import type { OperationEvent, PageProgress, Wiretap } from '../../library/run.ts'
import { headingOf } from '../../report/words/shown-changes.ts'
import { cut } from '../../report/text/table.ts'
import type { Io } from './io.ts'
import { Pace } from './pace.ts'

/** Milliseconds between two lines if stderr isn't a terminal. */
const silence = 15_000
/** Milliseconds between two checks of the clock. */
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
  /** Absent if the work so far predicts nothing: each case of a smoke test waits as long as it must. */
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

type Watching = Required<Omit<Wiretap, 'stop' | 'giveUp'>>

/** What is shown of a command. Functions that callers pass on by themselves are fields. */
export class Progress implements Watching {
  readonly machine: Io
  readonly log: Watching['log']
  #isShown = false
  #isEnded = false
  #shownAt = -Infinity
  #writes: Writes | undefined
  #activity: Activity | undefined
  #waiting: { readonly until: number; readonly why: string } | undefined
  #verb = 'reading'
  #spokeAt: number
  #pending = 0
  #busySince = 0
  #lastReply = -Infinity
  #stopTicking: (() => void) | undefined

  constructor(io: Io, flags: { readonly debug?: true }) {
    this.machine = io
    this.#spokeAt = io.clock()
    const logged = (line: string): void => {
      this.erase()
      io.err(`${io.filter.redact(line).split('\n').map(visible).join('\n')}\n`)
    }
    this.log = flags.debug === true ? logged : undefined
  }

  /** What the command does from now on, in a few words, such as a search for the trigger. */
  doing(text: string, plain?: string): void {
    this.#begin({
      text: () => text,
      since: this.machine.clock(),
      pace: new Pace(),
      ...(plain !== undefined && { plain: () => plain }),
    })
    this.#show(`${text} ...`)
  }

  /** How far a list is read: `Production: 1,200 of 5,000 subscribers`. The target of a project without targets isn't named. */
  read(what: string, done: PageProgress, target?: string): void {
    const now = this.machine.clock()
    const { since = now, pace = new Pace() } = this.#activity ?? {}
    const verb = this.#verb === 'reading' ? '' : `${this.#verb} `
    const text = (): string => {
      const place = target === undefined || target === 'default' ? '' : `${visible(target)}: `
      return `${verb}${place}${countText(done)} ${what}`
    }
    pace.note(done.done, now)
    // A total at which the service stopped counting can't predict the remaining time.
    this.#begin({ text, since, pace, total: done.isCapped === true ? undefined : done.total })
    this.#showActivity(now)
  }

  /** Something else was printed, so that the command isn't silent. */
  spoke(): void {
    this.#spokeAt = this.machine.clock()
  }

  /** Removes the line before something else is printed. It comes back, because the work goes on. */
  erase(): void {
    if (this.#isShown) this.machine.err('\r\u001B[K')
    this.#isShown = false
  }

  /** Shows the line again that was removed. */
  readonly redraw = (): void => {
    const text = this.#isShown ? undefined : this.#textNow()
    if (text !== undefined) this.#show(text)
  }

  /** Removes the line at the end of the progress. */
  readonly clear = (): void => {
    this.erase()
    this.#activity = undefined
    this.#waiting = undefined
    this.#lastReply = -Infinity
  }

  readonly end = (): void => {
    this.clear()
    this.#isEnded = true
    this.#stopTicking?.()
    this.#stopTicking = undefined
  }

  readonly wire: Watching['wire'] = (transport) => (request) => {
    if (request.method !== 'GET') this.machine.written.isNoted = true
    return transport(request)
  }

  /** Requests that take long are shown. A command may open several connections, one after the other. */
  readonly watched: Watching['watched'] = (transport) => {
    this.#isEnded = false
    return async (request) => {
      const now = this.machine.clock()
      if (!this.#isBusy(now)) this.#busySince = now
      if (!this.#isEnded) this.#stopTicking ??= this.machine.every(step, () => this.#tick())
      this.#pending += 1
      try {
        return await transport(request)
      } finally {
        this.#pending -= 1
        this.#lastReply = this.machine.clock()
      }
    }
  }

  readonly wait: Watching['wait'] = ({ milliseconds, reason, attempt, of }) => {
    const { clock, errIsTty } = this.machine
    const why =
      reason === 'limit'
        ? "to stay below the service's rate limit"
        : `${reason}, attempt ${attempt} of ${of} failed`
    this.#waiting = { until: clock() + milliseconds, why }
    const text = waitText(milliseconds, why)
    if (errIsTty) return this.#show(text)
    // A line for each refused or failed request. Waits for the rate limit are frequent, so one in 10 seconds.
    if (reason === 'limit' && clock() - this.#spokeAt < 10_000) return
    this.#say(text)
  }

  readonly on = (event: OperationEvent): void => {
    switch (event.type) {
      case 'reading': {
        const { target, read } = event
        return read === undefined
          ? this.doing(`${this.#verb} ${visible(target)}`)
          : this.read(read.what, read, target)
      }
      case 'planning':
        return this.doing('planning')
      case 'applying':
        this.#writes ??= { since: this.machine.clock(), pace: new Pace(), total: 0, done: 0 }
        this.#writes.total += event.changes
        return this.#writes.pace.note(this.#writes.done, this.machine.clock())
      case 'sending':
        return this.#sending(event.change)
      case 'outcome':
        return this.#changeEnded()
      case 'waiting':
        return this.wait(event.wait)
      case 'verifying':
        this.#verb = 'verifying'
        return this.doing(this.#verb)
      case 'cases': {
        const now = this.machine.clock()
        this.#begin({ text: () => `${countText(event)} cases`, since: this.#activity?.since ?? now })
        return this.#showActivity(now)
      }
      default:
        return this.clear()
    }
  }

  #sending(change: Change): void {
    const place = (): string => `${change.target ?? 'organisation'}: ${headingOf(change)}`
    if (this.#writes === undefined) return this.doing(place(), 'writing')
    const { since, pace, total, done } = this.#writes
    const plain = (): string =>
      `writing ${thousands(done)} of ${thousands(total)} ${total === 1 ? 'change' : 'changes'}`
    this.#begin({ text: () => `${plain()}: ${place()}`, plain, since, pace, total })
    const now = this.machine.clock()
    if (now - this.#shownAt >= glance) this.#showActivity(now)
  }

  #changeEnded(): void {
    if (this.#writes === undefined) return this.clear()
    this.#writes.done += 1
    this.#writes.pace.note(this.#writes.done, this.machine.clock())
    if (this.#writes.done === this.#writes.total) this.clear()
  }

  #begin(activity: Activity): void {
    this.#activity = activity
    this.#waiting = undefined
  }

  #show(text: string): void {
    const { errIsTty, errStyle, err, clock } = this.machine
    if (!errIsTty || this.#isEnded) return
    const style = errStyle(undefined)
    err(`\r\u001B[K${cut(text, Math.max(10, style.columns) - 1, style)}`)
    this.#isShown = true
    this.#shownAt = clock()
  }

  /** On a terminal. */
  #showActivity(now: number): void {
    const isOnTerminal = this.machine.errIsTty
    if (isOnTerminal && this.#activity !== undefined)
      this.#show(activityText(this.#activity, now, isOnTerminal))
  }

  #say(text: string): void {
    this.spoke()
    this.machine.err(`${text}\n`)
  }

  #isBusy(now: number): boolean {
    return this.#pending > 0 || now - this.#lastReply < idle
  }

  /** Undefined if there is nothing to show. */
  #textNow(): string | undefined {
    const { clock, errIsTty } = this.machine
    const now = clock()
    const waiting = this.#waiting
    if (waiting !== undefined && now < waiting.until) return waitText(waiting.until - now, waiting.why)
    if (this.#activity !== undefined) return activityText(this.#activity, now, errIsTty)
    const busy = now - this.#busySince
    const isLong = this.#isBusy(now) && busy >= (errIsTty ? step : silence)
    return isLong ? withTime('waiting for the service', busy) : undefined
  }

  #tick(): void {
    const text = this.#textNow()
    if (text === undefined || this.#isEnded) return
    if (this.machine.errIsTty) this.#show(text)
    else if (this.machine.clock() - this.#spokeAt >= silence) this.#say(text)
  }
}

/** `waiting 2.0 s (429, attempt 1 of 6 failed)` */
function waitText(milliseconds: number, why: string): string {
  return `waiting ${duration(milliseconds)} (${why})`
}

/** `writing 120 of 1,400 changes, 12 s, 10/s, 3 min left` */
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
