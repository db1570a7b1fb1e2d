// Files that never end: each is read up to a limit, and a sentence names it.
import { expect, test } from 'vitest'
import { readAtMost } from '../../../src/manifest/text/read-text.ts'
import { cliWorld } from '../../support/cli-world.ts'

const trigger = 'trigger welcome -t Development --to user-0001'

test.each([
  [
    'plan --api-key-file /dev/zero',
    "--api-key-file /dev/zero can't be used: the content is larger than 65536 bytes",
  ],
  [
    `${trigger} --payload @/dev/zero`,
    "--payload @/dev/zero can't be read: the content is larger than 32 MiB",
  ],
  ['sandbox --seed /dev/zero', "--seed /dev/zero can't be used: the content is larger than 256 MiB"],
])('%s', async (line, sentence) => {
  const { run } = await cliWorld({})
  const { exit, out, err } = await run(line)
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain(`  ${sentence}\n`)
})

test.each([
  ['show /dev/zero', 3, '/dev/zero is neither a saved plan nor a journal of belfry'],
  ['apply /dev/zero', 4, '/dev/zero is not a saved plan: the file is not JSON, or is truncated'],
])('%s: a plan is read piece by piece, up to the first that is none', async (line, exit, sentence) => {
  const { run } = await cliWorld({})
  const said = await run(line)
  expect(said).toMatchObject({ exit, out: '' })
  expect(said.err).toContain(`  ${sentence}\n`)
})

test.each([
  ['plan -f -', 8 * 1024 * 1024, 'this file is larger than 8 MiB (max-file-size)'],
  ['plan -f - --input-limit max-file-size=1MiB', 1024 * 1024, 'larger than 1 MiB (max-file-size)'],
  ['plan --api-key-file -', 65_536, "--api-key-file - can't be used: the content is larger than 65536 bytes"],
  [
    `${trigger} --payload -`,
    32 * 1024 * 1024,
    "--payload from stdin can't be read: the content is larger than 32 MiB",
  ],
  [
    `${trigger} --to -`,
    32 * 1024 * 1024,
    "--to (2) from stdin can't be read: the content is larger than 32 MiB",
  ],
])('%s, with no end of it on standard input', async (line, limit, sentence) => {
  const limits: number[] = []
  const { run } = await cliWorld({})
  const { exit, out, err } = await run(line, {
    io: {
      readStdin: (atMost) => {
        limits.push(atMost)
        return Promise.resolve(undefined)
      },
    },
  })
  expect({ exit, out, limits }).toEqual({ exit: 3, out: '', limits: [limit] })
  expect(err).toContain(sentence)
})

test('an open file is read to its end or its limit', () => {
  expect(readAtMost('/dev/zero', 100_000)).toBeUndefined()
  expect(readAtMost('/dev/null', 10)?.length).toBe(0)
})
