// An apply of many changes that is interrupted early: what was skipped is counted.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, productionApiKey } from '../../../src/sandbox/index.ts'
import { folderWith } from '../../support/cli-process.ts'
import { runProgram } from '../../support/cli.ts'
import { isFull } from '../../support/form.ts'

const count = isFull ? 6000 : 600
const people = Array.from({ length: count }, (_, index) => `person-${index}`)

test('one line for all of one reason, and every one of them in JSON', async () => {
  const subscribers = people.map((subscriberId) => ({
    environment: 'Production',
    subscriberId,
    lastName: 'Old',
  }))
  const sandbox = await createSandbox({ seed: { subscribers }, rateLimit: 'off' })
  onTestFinished(() => sandbox.close())
  const cwd = folderWith({
    'belfry.yaml': `service: { url: '${sandbox.url}' }\ntargets: { Production: { apiKey: '\${env:KEY}' } }\nmanifests: [people.yaml]\n`,
    'people.yaml': `subscribers:\n${people.map((id) => `  - { subscriberId: ${id}, lastName: New }\n`).join('')}`,
  })
  let interrupt: ((code: number) => void) | undefined
  let out = ''
  const { exit } = await runProgram(['apply', '--yes', '--report', 'json=report.json'], {
    cwd,
    env: { KEY: productionApiKey },
    io: {
      onSignal: (first) => {
        interrupt = first
        return () => undefined
      },
      out: (text) => {
        out += text
        if (!text.startsWith('done')) return
        interrupt?.(130)
        interrupt = undefined
      },
    },
  })
  expect(exit).toBe(130)
  const [, done = ''] = /^Applied: (\d+) done, 0 failed, /m.exec(out) ?? []
  const skipped = count - Number(done)
  expect(out.split('\n').filter((line) => line.includes('skipped '))).toEqual([
    `skipped  Production    ${skipped} changes: the run was interrupted`,
  ])
  const { results } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')) as { results: unknown[] }
  expect(results).toHaveLength(count)
  expect(out).toContain(`Applied: ${done} done, 0 failed, ${skipped} skipped, 0 unknown.`)
})
