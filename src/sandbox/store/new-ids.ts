// Ids of the service's kind, but the same in every run: tests and demos can name what they will see.

/** 0001 is the organisation of the sample, 0002 its user. */
const kinds = {
  environment: '0003',
  integration: '0004',
  subscriber: '0005',
  workflow: '0006',
  message: '0007',
  notification: '0008',
  group: '0009',
  job: '000a',
  detail: '000b',
  topic: '000c',
  task: '000d',
  condition: '000e',
} as const

export type IdKind = keyof typeof kinds

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export class Ids {
  readonly #random: () => number
  readonly #last = new Map<string, number>()

  constructor(random: () => number) {
    this.#random = random
  }

  /** 24 hex digits: a tag of the kind, then the number. Ascending numbers give ascending ids. */
  next(kind: IdKind): string {
    const tag = kinds[kind]
    const number = (this.#last.get(tag) ?? 0) + 1
    this.#last.set(tag, number)
    return `6b00${tag}${number.toString(16).padStart(16, '0')}`
  }

  /** Reserves an id, so that it isn't generated again. */
  reserve(id: string): void {
    const [, tag, digits] = /^6b00([0-9a-f]{4})([0-9a-f]{16})$/.exec(id) ?? []
    if (tag === undefined || digits === undefined) return
    this.#last.set(tag, Math.max(this.#last.get(tag) ?? 0, Number.parseInt(digits, 16)))
  }

  /** Text of the length given, drawn from the first `base` digits and letters. */
  text(length: number, base: 16 | 36 = 36): string {
    return Array.from({ length }, () => alphabet[Math.floor(this.#random() * base)]).join('')
  }
}

/** `Ops on call!` → `ops-on-call` */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
