// The CronJob of the examples: its arguments switch a channel whose provider refuses, and nothing else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { belfry } from '../../support/cli-process.ts'
import { failoverWorld, history } from '../../support/failover-world.ts'
import { root } from '../../support/pages.ts'

interface CronJob {
  readonly kind: string
  readonly spec: {
    readonly schedule: string
    readonly concurrencyPolicy: string
    readonly jobTemplate: {
      readonly spec: {
        readonly backoffLimit: number
        readonly template: {
          readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] }
        }
      }
    }
  }
}

const { kind, spec } = parse(
  readFileSync(join(root, 'examples/pipelines/kubernetes/belfry-failover.yaml'), 'utf8'),
) as CronJob
const job = spec.jobTemplate.spec
const args = job.template.spec.containers.flatMap((container) => container.args)

test('it runs every ten minutes, one at a time, and is not repeated', () => {
  expect([kind, spec.schedule, spec.concurrencyPolicy, job.backoffLimit]).toEqual([
    'CronJob',
    '*/10 * * * *',
    'Forbid',
    0,
  ])
})

test.each([
  ['the provider refuses half of the messages', history(332, 'refused', 2), 'ses-eu'],
  ['the provider refuses a few', history(332, 'refused', 20), 'sendgrid-main'],
  ['there are few messages', history(34, 'refused', 1), 'sendgrid-main'],
])('%s', async (_, seed, primary) => {
  const { cwd, env, primaries } = await failoverWorld({ seed })
  const own = args.map((arg) => arg.replace('/journal/', `${cwd}/`))
  const { exit, err } = await belfry(own, { cwd, env })
  expect([exit, err, primaries()]).toEqual([0, '', [primary]])
})
