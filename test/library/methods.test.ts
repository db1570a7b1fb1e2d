// What all methods of a project have in common: the names of targets, what is thrown, and what is returned instead.
import { expect, test } from 'vitest'
import { open, type PlanOptions, type Project } from '../../src/index.ts'
import { keys, people, project } from '../support/cli-world.ts'
import { manifest, thrownBy, worldWith } from './library-world.ts'

test.each([
  ['without a name for its environment', '{}', { name: 'Production' }],
  ['with the name of its environment', '{ environment: Production }', { name: 'Production' }],
  ['with a different environment', '{ environment: Live }', { name: 'Production', environment: 'Live' }],
])('a target %s', async (_, target, expected) => {
  const written = project.replace("Production: { apiKey: '${env:PRODUCTION_KEY}' }", `Production: ${target}`)
  const { project: own } = await worldWith({ 'belfry.yaml': written })
  expect(own.targets).toEqual([{ name: 'Development' }, expected])
})

type Loose = Record<keyof Project, (...args: unknown[]) => Promise<unknown>>

const wrongOption = { exit: 3, problems: [{ rule: 'bad-flag' }] }
const twoTargets = { exit: 3, problems: [{ rule: 'one-target' }] }

test.each([
  ['events', [], 'events', twoTargets],
  ['events', [null], 'events', wrongOption],
  ['get', ['environments', {}], 'get', twoTargets],
  ['trigger', [{ workflow: 'welcome', to: 'ada' }], 'trigger', twoTargets],
  ['plan', [{ concurrency: 0 }], 'plan', wrongOption],
  ['plan', [{ only: ['subscriber/nobody'] }], 'plan', { exit: 3, problems: [{ rule: 'idle-selector' }] }],
] as const)('%s with %j throws an error that begins with its name', async (method, args, name, expected) => {
  const { project: own, sandbox } = await worldWith(manifest)
  const error = await thrownBy(() => (own as unknown as Loose)[method](...args))
  expect(error.message.startsWith(`${name}: `)).toBe(true)
  expect(error).toMatchObject(expected)
  expect(error.cause).toBeUndefined()
  expect(sandbox.log.filter(({ method: verb }) => verb !== 'GET')).toEqual([])
})

test.each([
  [{ throwOnErrors: false }, false],
  [{ throwOnErrors: true }, true],
  [{ throwOnErrors: undefined }, true],
  [{}, true],
] as const)('with %j an error is thrown: %s', async (options, isThrown) => {
  const { project: own } = await worldWith({ 'manifests/people.yaml': `${people}    nmae: On\n` })
  for (const wrong of [{}, { concurrency: 0 }]) {
    const result = own.plan({ ...options, ...wrong } as PlanOptions).catch((error: unknown) => error)
    expect(((await result) as Error) instanceof Error).toBe(isThrown)
    expect(await result).toMatchObject({ exit: 3 })
  }
})

test.each([
  ['a mistake in an option', { rate: 'fast' }],
  ['a project file that is not there', { config: 'nowhere.yaml' }],
])('open throws for %s', async (_, options) => {
  const { folder } = await worldWith(manifest)
  const error = await thrownBy(() => open({ cwd: folder, env: keys, ...options }))
  expect(error.message.startsWith('open: ')).toBe(true)
  expect([error.exit, error.result.command]).toEqual([3, 'validate'])
})
