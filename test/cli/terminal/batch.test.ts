// The output of an apply is written a few times a second, and nothing of it is lost however the process ends.
import { afterAll, expect, test } from 'vitest'
import { createBatch } from '../../../src/cli/terminal/streams.ts'
import { folderIn, startBelfry, type Started } from '../../support/cli-process.ts'
import { env, files } from '../../support/kill-project.ts'
import { killWorld } from '../../support/kill-world.ts'

const { folder, remove } = folderIn(files)
afterAll(remove)

function streams() {
  const written: string[] = []
  const stream = (name: string) => ({ write: (text: string) => written.push(`${name}: ${text}`) })
  return { written, out: stream('out'), err: stream('err') }
}

test('lines are written together, in their order, with the line of progress last', () => {
  const { written, out, err } = streams()
  const batch = createBatch()
  batch.write(out, 'plan')
  const release = batch.collect(() => batch.write(err, 'progress'))
  for (const line of ['a', 'b', 'c']) batch.write(out, line)
  batch.write(err, 'warning')
  batch.write(out, 'd')
  expect(written).toEqual(['out: plan'])
  batch.flush()
  expect(written.splice(0)).toEqual(['out: plan', 'out: abc', 'err: warning', 'out: d', 'err: progress'])
  batch.flush()
  expect(written).toEqual([])
  batch.write(out, 'e')
  release()
  batch.write(out, 'f')
  expect(written).toEqual(['out: e', 'err: progress', 'out: f'])
})

test('each change that is done is printed, if the process is ended at once too', async () => {
  let running: Started | undefined
  const last = 30
  const world = await killWorld('contract', async (count, { through }) => {
    if (count !== last) return through()
    running?.kill('SIGTERM')
    await running?.says('Interrupted')
    running?.kill('SIGTERM')
    await running?.ended
  })
  try {
    running = startBelfry(['apply', '--yes', '--concurrency', '1'], {
      cwd: folder,
      env: { ...env, BELFRY_URL: world.url },
    })
    const { exit, out, err } = await running.ended
    expect(exit).toBe(143)
    expect(out.match(/^done /gm)?.length).toBe(last - 1)
    expect(err).toContain('Stopped.')
  } finally {
    await world.close()
  }
})
