// Law: a declared subscriber that a look says is missing was missing at some time since then, whatever the service's pages are like and
// whatever others create, update and delete between two requests.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { openAccess } from '../../src/engine/plan/session.ts'
import { Resources } from '../../src/kinds/declared-resources.ts'
import type { Observed } from '../../src/kinds/resource.ts'
import { subscriber } from '../../src/kinds/subscriber/subscriber.ts'
import { seededRandom } from '../../src/sandbox/index.ts'
import { createClient } from '../../src/service/client.ts'
import { collect, declared } from '../support/laws-kinds.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { json, scripted } from '../support/scripted-transport.ts'
import { check } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'

interface AbsenceCase {
  readonly ids: 'ascending' | 'random' | 'none'
  readonly order: 'by ID' | 'latest update first' | 'always ascending'
  readonly cursor: 'ID' | 'index'
  readonly count: 'exact' | 'none' | 'capped' | 'late'
  /** The list ends there, whatever there is. */
  readonly ends: number
  readonly size: number
  readonly wanted: number
  /** How many changes by others there are for each request, on average. */
  readonly others: number
  readonly random: number
}

interface Row {
  readonly _id?: string
  readonly subscriberId: string
  readonly key: string
  updated: number
}

const pageSize = 10
const cap = 20

/** A directory that others change before each request. Time is the number of requests. */
class Directory {
  now = 0
  readonly requests: string[] = []
  readonly #given: AbsenceCase
  readonly #random: () => number
  #rows: Row[] = []
  #made = 0
  /** For each time, who was there since the time before it. One that was deleted and created again in between was not. */
  readonly #there: ReadonlySet<string>[] = []
  readonly #counts: number[] = []
  readonly #deleted = new Set<string>()

  constructor(given: AbsenceCase) {
    this.#given = given
    this.#random = seededRandom(given.random)
    for (let index = 0; index < given.size; index += 1) this.create(2 * index)
    this.#note()
  }

  create(number: number): void {
    const subscriberId = `p-${number}`
    if (this.#rows.some((row) => row.subscriberId === subscriberId)) return
    this.#made += 1
    const { ids } = this.#given
    const id =
      ids === 'random'
        ? `made-up-${Math.floor(this.#random() * 2 ** 32)}`
        : this.#made.toString(16).padStart(24, '0')
    const row = { subscriberId, key: ids === 'none' ? subscriberId : id, updated: this.#made }
    this.#rows.push(ids === 'none' ? row : { _id: id, ...row })
  }

  /** At all times from then on. */
  wasThere(name: string, from: number): boolean {
    return this.#there.slice(from).every((names) => names.has(name))
  }

  answer(url: string): unknown {
    this.now += 1
    this.requests.push(url)
    for (let left = this.#given.others; this.#random() < left; left -= 1) this.#change()
    this.#note()
    const query = new URL(url).searchParams
    const wanted = query.get('subscriberId')
    if (wanted !== null) {
      const data = this.#rows.filter((row) => row.subscriberId === wanted)
      return { data, next: null, previous: null, totalCount: data.length, totalCountCapped: false }
    }
    return this.#page(query.get('orderDirection') !== 'ASC', query.get('after'))
  }

  #page(isDescending: boolean, after: string | null): unknown {
    const { order, cursor, count, ends } = this.#given
    const rows = [...this.#rows].sort((left, right) =>
      order === 'latest update first' ? left.updated - right.updated : left.key < right.key ? -1 : 1,
    )
    if (isDescending && order !== 'always ascending') rows.reverse()
    const at = cursor === 'ID' ? rows.findIndex(({ key }) => key === after) : Number(after) - 1
    if (after !== null && at < 0) return { data: [], next: null, previous: null, totalCount: 0 }
    const from = after === null ? 0 : at + 1
    const to = Math.min(from + pageSize, ends)
    const data = rows.slice(from, to)
    const next = cursor === 'ID' ? data.at(-1)?.key : String(to)
    const total = count === 'late' ? (this.#counts[Math.max(0, this.now - 3)] ?? 0) : rows.length
    return {
      data,
      next: to < Math.min(rows.length, ends) ? next : null,
      previous: null,
      totalCount: count === 'none' ? 0 : count === 'capped' ? Math.min(cap, total) : total,
      totalCountCapped: count === 'capped' && total > cap,
    }
  }

  /** Odd numbers are those that come only later. */
  #change(): void {
    const kind = this.#random()
    const row = this.#rows[Math.floor(this.#random() * this.#rows.length)]
    if (kind < 0.4 || row === undefined) return this.create(Math.floor(this.#random() * 2 * this.#given.size))
    if (kind >= 0.7) {
      row.updated = this.#made += 1
      return
    }
    this.#rows = this.#rows.filter((each) => each !== row)
    this.#deleted.add(row.subscriberId)
  }

  #note(): void {
    const names = this.#rows.map(({ subscriberId }) => subscriberId)
    this.#counts[this.now] = names.length
    this.#there[this.now] = new Set(names.filter((name) => !this.#deleted.has(name)))
    this.#deleted.clear()
  }
}

async function saysWhoIsMissing(given: AbsenceCase, mix: Mix): Promise<void> {
  const directory = new Directory(given)
  const { transport } = scripted(({ url }) => json(directory.answer(url)))
  const client = createClient({ transport, origin: 'http://127.0.0.1', apiKey: Secret.of('key', 'env:KEY') })
  const lookNow = () => openAccess(client, 'env', 1, undefined, () => directory.now + 1)
  const names = Array.from(
    { length: given.wanted },
    (_, index) => `p-${Math.floor((index * 2 * given.size) / given.wanted)}`,
  )
  const all = Resources.of([...new Set(names)].map((subscriberId) => declared(subscriber, { subscriberId })))
  const observed = await unlessRefused(() => collect(subscriber.observe(lookNow(), all)))
  const missing = observed.filter(({ desired, live }) => desired !== undefined && live === undefined)
  const lookedUp = directory.requests.filter((url) => url.includes('subscriberId=')).length
  mix.add(lookedUp > 0 ? 'looked up' : missing.length > 0 ? 'proven by pages' : 'none missing')
  for (const { desired, seen } of missing)
    expect([desired?.name, wasThere(seen, desired?.name)]).toEqual([desired?.name, false])
  await again(missing)

  function wasThere(seen: Observed['seen'], name = ''): boolean {
    return seen === undefined || directory.wasThere(name, seen.at)
  }

  /** Reads what came since, twice, as an apply does that creates them. */
  async function again(before: readonly Observed[]): Promise<void> {
    const [page] = before.flatMap(({ seen }) => seen?.page ?? [])
    if (page === undefined) return
    const pending = Resources.of(before.flatMap(({ desired }) => desired ?? []))
    const read = await unlessRefused(() =>
      collect(subscriber.observePage?.(lookNow(), page, pending) ?? none()),
    )
    const last = read.at(-1)
    if (last === undefined || last.live !== undefined) return mix.add('not known any more')
    const here = new Set(read.map(({ live }) => live?.name))
    const rest = before.filter(({ desired }) => !here.has(desired?.name))
    for (const { desired } of rest)
      expect([desired?.name, wasThere(last.seen, desired?.name)]).toEqual([desired?.name, false])
    mix.add('still missing')
    if (directory.requests.length < 300) await again(rest.map((each) => ({ ...each, ...last })))
  }
}

async function* none(): AsyncGenerator<Observed, void> {}

/** Pages that never end are an error. */
async function unlessRefused(read: () => Promise<Observed[]>): Promise<Observed[]> {
  try {
    return await read()
  } catch {
    return []
  }
}

test(
  'a subscriber that is said to be missing was missing at that time',
  { timeout: lawTimeout },
  async () => {
    const cases: fc.Arbitrary<AbsenceCase> = fc
      .record({
        ids: fc.constantFrom('ascending', 'ascending', 'random', 'none'),
        order: fc.constantFrom('by ID', 'by ID', 'latest update first', 'always ascending'),
        cursor: fc.constantFrom('ID', 'ID', 'index'),
        count: fc.constantFrom('exact', 'none', 'capped', 'late'),
        ends: fc.constantFrom(Infinity, Infinity, 40),
        size: fc.constantFrom(0, 5, 10, 35, 80),
        wanted: fc.constantFrom(3, 12, 50),
        others: fc.constantFrom(0, 0.3, 2, 6),
        random: fc.nat(),
      })
      // Only a count shows that a subscriber has moved to a page that was read before.
      .filter(({ order, count }) => order !== 'latest update first' || count === 'exact')
    expect(
      await check({
        name: 'absence',
        cases,
        runs: { small: 50, full: 6000 },
        mix: ['looked up', 'proven by pages', 'still missing', 'not known any more'],
        holds: saysWhoIsMissing,
      }),
    ).toEqual([])
  },
)
