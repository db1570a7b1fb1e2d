// Requests that wait for the service's limit: repeated ones first, then in the order in which they came, with one timer for all.
import { TransportError } from '../errors.ts'
import type { RequestEnd, Lane, Ticket } from './lane.ts'

export interface Waiter {
  /** The last moment at which it may be sent. */
  readonly deadline: number
  /** Once aborted, it is given up. */
  readonly stop: AbortSignal | undefined
  /** Called at its turn, and again if it has to wait after that; if it throws, it isn't sent. */
  readonly onTurn: () => void
}

interface Waiting extends Waiter {
  readonly go: (ticket: Ticket) => void
  readonly giveUp: (error: unknown) => void
}

/** The moment at which the first request may be sent. */
interface Alarm {
  readonly at: number
  readonly stop: AbortController
}

export interface LineOptions {
  /** Milliseconds. */
  readonly clock: () => number
  /** Ends early, without an error, when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Called with how long all requests wait for the limit from now on. */
  readonly onWait: (milliseconds: number) => void
}

export class WaitingLine {
  readonly lane: Lane
  readonly #options: LineOptions
  /** Repeated requests are sent before all others. */
  readonly #again = new Set<Waiting>()
  readonly #waiting = new Set<Waiting>()
  #alarm: Alarm | undefined

  constructor(lane: Lane, options: LineOptions) {
    this.lane = lane
    this.#options = options
  }

  /** Resolves when the request may be sent, and counts it as sent. `again`: it is repeated, and sent before all others. */
  async enter(waiter: Waiter, place: 'last' | 'again'): Promise<Ticket> {
    if (waiter.stop?.aborted === true) throw interrupted()
    if (this.#first() === undefined) {
      waiter.onTurn()
      const now = this.#options.clock()
      if (this.lane.wait(now) === 0) return this.lane.started(now)
    }
    return this.#entered(waiter, place)
  }

  /** `pause`: milliseconds in which nothing is sent, because the service refused the request. */
  ended(ticket: Ticket, end: RequestEnd, pause: number): void {
    const now = this.#options.clock()
    this.lane.ended(ticket, end, now)
    this.lane.pause(now + pause)
    this.#advance()
  }

  #first(): Waiting | undefined {
    const [first] = this.#again.size > 0 ? this.#again : this.#waiting
    return first
  }

  #entered(waiter: Waiter, place: 'last' | 'again'): Promise<Ticket> {
    const line = place === 'again' ? this.#again : this.#waiting
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiter.stop?.removeEventListener('abort', abort)
        line.delete(waiting)
      }
      const waiting: Waiting = {
        ...waiter,
        go: (ticket) => {
          leave()
          resolve(ticket)
        },
        giveUp: (error) => {
          leave()
          reject(error)
        },
      }
      const abort = (): void => {
        waiting.giveUp(interrupted())
        this.#advance()
      }
      waiter.stop?.addEventListener('abort', abort, { once: true })
      line.add(waiting)
      this.#advance()
    })
  }

  /** Releases the requests that the lane allows, and waits for the next. */
  #advance(): void {
    const { clock, onWait } = this.#options
    for (let first = this.#first(); first !== undefined; first = this.#first()) {
      const now = clock()
      const milliseconds = this.lane.wait(now)
      if (milliseconds > 0) {
        if (milliseconds === Infinity) return
        for (const each of [...this.#again, ...this.#waiting])
          if (now + milliseconds > each.deadline) each.giveUp(tooLate())
        if (this.#first() === undefined) break
        // A pause was reported when the refusal that caused it arrived.
        if (this.#sleep(now + milliseconds, milliseconds) && !this.lane.isPaused(now)) onWait(milliseconds)
        return
      }
      try {
        first.onTurn()
      } catch (error) {
        first.giveUp(error)
        continue
      }
      first.go(this.lane.started(now))
    }
    // A timer that is not needed would keep the process alive.
    this.#alarm?.stop.abort()
    this.#alarm = undefined
  }

  /** False if it wakes up by then anyway. */
  #sleep(at: number, milliseconds: number): boolean {
    if (this.#alarm !== undefined && this.#alarm.at <= at) return false
    this.#alarm?.stop.abort()
    const alarm = { at, stop: new AbortController() }
    this.#alarm = alarm
    void this.#wake(alarm, milliseconds)
    return true
  }

  async #wake(alarm: Alarm, milliseconds: number): Promise<void> {
    await this.#options.sleep(milliseconds, alarm.stop.signal)
    if (this.#alarm !== alarm) return
    this.#alarm = undefined
    this.#advance()
  }
}

function interrupted(): TransportError {
  return new TransportError({
    phase: 'connect',
    code: 'ABORTED',
    sentence: 'not sent: the run was interrupted',
  })
}

export function tooLate(): TransportError {
  const sentence =
    'not sent: the time limit passed while the request waited for its turn; the service may limit the request rate'
  return new TransportError({ phase: 'connect', code: 'TIMEOUT', sentence })
}
