// Law: with --secrets=needed, whatever subset of variables is set, an apply writes nothing that it wouldn't write with all of
// them set, and a no-op sends nothing.
import { expect } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { profileNames, seededRandom, virtualClock, type LoggedRequest } from '../../src/sandbox/index.ts'
import { folderIn } from '../support/cli-process.ts'
import { secretVariables, type Case } from '../support/laws/case.ts'
import { isFields } from '../support/laws/texts.ts'
import { openWorld } from '../support/laws/world.ts'
import { editByHand } from './worlds/approved.ts'
import { earlierOf } from './worlds/earlier.ts'
import { draw } from './worlds/field-edits.ts'
import { law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'
import { inProfile } from './worlds/profiles.ts'
import { teller, type Told } from './worlds/told.ts'
import { someWorld } from './worlds/worlds.ts'

async function sendsOnlyNeeded(world: Case, mix: Mix): Promise<void> {
  const random = seededRandom(world.random)
  const profile = draw(profileNames, random) ?? 'contract'
  const live = inProfile(world, profile)
  const clock = virtualClock()
  const [whole, part] = await Promise.all([
    openWorld(live, { registry, profile }, { clock }),
    openWorld(live, { registry, profile }, { clock }),
  ])
  const { folder, remove } = folderIn({})
  try {
    const isEdited = random() < 0.6
    const first = isEdited ? live : { ...live, manifest: earlierOf(live.manifest, random) }
    for (const each of [whole, part]) {
      await teller(first, each, folder, {})(['apply', '--yes'], { forgotten: 0 })
      // The same hand in both.
      const hand = seededRandom(live.random)
      for (let edits = isEdited ? 2 : 0; edits > 0; edits -= 1) editByHand(each, hand)
    }
    const share = random()
    const unset = Object.keys(secretVariables).filter(() => random() < share)
    const env = Object.fromEntries(unset.map((name) => [name, '']))
    const strict = await teller(live, whole, folder, {})(['apply', '--yes'], { forgotten: 0 })
    const tell = teller(live, part, folder, {})
    const needed = await tell(['apply', '--yes', '--secrets=needed'], { forgotten: 0, env })
    expect([needed.exit, needed.err]).toSatisfy(() => [0, 3, 4, 6, strict.exit].includes(needed.exit))
    mix.add(`exit ${needed.exit}`)
    if (unset.length > 0) mix.add('unset')
    const allowed = writesOf(strict)
    const sent = writesOf(needed)
    if (sent.length > 0) mix.add('written')
    if (sent.length > 0 && unset.length > 0) mix.add('written with some unset')
    const beyond = sent.filter((each) => !allowed.some((other) => isWithin(each, other)))
    expect({ beyond, said: beyond.length > 0 ? [strict, needed] : [] }).toEqual({ beyond: [], said: [] })
    if (needed.exit === 3) {
      // It is refused for a secret that the request would carry, so it is in what strict writes.
      const [, many = ''] = /environment variables are not set or are empty\n(.*)/.exec(needed.err) ?? []
      const refused = [
        ...needed.err.matchAll(/environment variable (SECRET_\d) is not set/g),
        ...many.matchAll(/(SECRET_\d)/g),
      ]
      expect(refused).not.toEqual([])
      expect(sent).toEqual([])
      const bodies = JSON.stringify(allowed)
      for (const [, name = ''] of strict.exit === 0 ? refused : [])
        expect([needed.err, bodies]).toSatisfy(() => bodies.includes(secretVariables[name] ?? name))
      mix.add('needs a secret')
    }
    if (strict.exit !== 0) return
    // With nothing to send, no subset of variables makes a difference.
    const again = await teller(
      live,
      whole,
      folder,
      {},
    )(['apply', '--yes', '--secrets=needed'], {
      forgotten: 0,
      env,
    })
    expect([writesOf(again), again.exit, again.out]).toEqual([[], 0, again.out])
    mix.add('no-op')
  } finally {
    remove()
    await Promise.all([whole.close(), part.close()])
  }
}

interface Write {
  readonly call: string
  readonly fields: Readonly<Record<string, string>>
}

function writesOf({ log }: Told): readonly Write[] {
  return log.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search')).map(writeOf)
}

/** The service's ids differ from run to run. */
function writeOf({ method, path, body }: LoggedRequest): Write {
  const fields = isFields(body) ? body : {}
  const texts = Object.entries(fields).map(([field, value]) => [field, withoutIds(JSON.stringify(value))])
  return { call: withoutIds(`${method} ${path}`), fields: Object.fromEntries(texts) as Write['fields'] }
}

function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{24}/g, 'ID')
}

function isWithin({ call, fields }: Write, other: Write): boolean {
  return call === other.call && Object.entries(fields).every(([field, text]) => other.fields[field] === text)
}

law('with --secrets=needed nothing is written that strict would not write', {
  name: 'needed',
  cases: someWorld,
  runs: { small: 4, full: 500 },
  mix: ['written', 'written with some unset', 'needs a secret', 'no-op', 'unset', 'exit 0', 'exit 3'],
  holds: sendsOnlyNeeded,
})
