// Law: one changed field sends that top-level field only, and one new resource what is declared of it.
import { expect } from 'vitest'
import { seededRandom } from '../../../src/sandbox/index.ts'
import { isFull } from '../../support/form.ts'
import { notConverged } from './account.ts'
import type { Case, Manifest } from '../../support/laws/case.ts'
import type { Mix } from './mix.ts'
import { isFields } from '../../support/laws/texts.ts'
import { openWorld, type Kinds } from '../../support/laws/world.ts'

/** A manifest with one thing changed, and the calls that this takes. */
export interface Edit {
  readonly manifest: Manifest
  /** A line each: method, kind of path, and the top-level fields of the body. */
  readonly calls: readonly string[]
}

export interface OneFieldLaw extends Kinds {
  /** Undefined where the kind of edit that chance asks for can't be made. */
  readonly edit: (live: Case, manifest: Manifest, random: () => number) => Edit | undefined
}

const editsOfACase = isFull ? 8 : 4

export async function sendsOneField(live: Case, kinds: OneFieldLaw, mix: Mix): Promise<void> {
  const world = await openWorld(live, kinds)
  try {
    const random = seededRandom(live.random)
    expect(notConverged(await world.apply())).toEqual([])
    let { manifest } = live
    mix.addPlan((await world.plan({ manifest })).plan)
    for (let count = 0; count < editsOfACase; count++) {
      const edit = kinds.edit(live, manifest, random)
      if (edit === undefined) continue
      manifest = edit.manifest
      const planned = await world.plan({ manifest })
      mix.addPlan(planned.plan)
      if (edit.calls.some((call) => call.startsWith('POST environments'))) mix.add('new environment')
      world.sandbox.clearLog()
      const result = await world.apply({ manifest }, planned)
      expect(notConverged(result)).toEqual([])
      expect(world.writes().map(({ method, path, body }) => lineOf(method, path, body))).toEqual(edit.calls)
    }
  } finally {
    await world.close()
  }
}

/** `PUT integrations: name` */
function lineOf(method: string, path: string, body: unknown): string {
  const [, , list, ...rest] = path.split('/')
  const last = rest.length > 1 ? ` ${rest.at(-1)}` : rest.length === 1 && list !== 'subscribers' ? ' id' : ''
  return `${method} ${list}${last}${isFields(body) ? `: ${Object.keys(body).sort().join(' ')}` : ''}`
}
