// The request of a plan or an apply is read by few files, and none hands all of it on: docs/development/architecture.md lists them.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type Machine, type Run, machineOf } from '../../src/library/run.ts'
import { programRun } from '../../src/library/program-run.ts'
import { apply, type ApplyRequest } from '../../src/library/operations/apply.ts'
import { plan, type PlanningRequest } from '../../src/library/operations/plan.ts'
import type { AnyAccount } from '../../src/report/account.ts'
import { createSandbox } from '../../src/sandbox/index.ts'
import { keys, people, project } from '../support/cli-world.ts'
import { plainEnv, repositoryWith } from '../support/trees.ts'

const root = resolve(import.meta.dirname, '../..')

/** A request that notes which file reads it. A copy of all of it throws. */
function noting<Request extends object>(request: Request, readers: Set<string>): Request {
  return new Proxy(request, {
    get: (from, name) => {
      readers.add(readerIn(new Error('read').stack ?? ''))
      return Reflect.get(from, name) as unknown
    },
    ownKeys: copied('request'),
  })
}

/** A run that can't be copied. */
function runIn(ambient: Machine): Run<AnyAccount> {
  return new Proxy(programRun({}, ambient).run, { ownKeys: copied('run') })
}

function copied(what: string) {
  return (): never => {
    throw new Error(`all of the ${what} is copied`)
  }
}

/** The innermost file of `src` in a stack, which has paths or URLs; the folder of the project may contain blanks. */
function readerIn(stack: string): string {
  const tops = [root, pathToFileURL(root).pathname]
  const [place = ''] = tops.flatMap((top) => stack.split(`${top}/src/`)[1] ?? [])
  return /^[^\s():]+\.ts/.exec(place)?.[0] ?? ''
}

const change = {
  targets: ['Production'],
  files: [],
  fileRoots: [],
  only: ['subscriber/*'],
  exclude: [],
  resend: [],
  checkCredentials: [],
  maxChanges: { subscriber: { most: 9, unit: 'resources' } },
  secrets: 'needed',
} as const

const approval = {
  show: () => undefined,
  objection: () => Promise.resolve(undefined),
  isWanted: () => Promise.resolve(true),
}

test('at most 25 files read the request of a plan or an apply, and none copies it or the run', async () => {
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const folder = repositoryWith({ 'belfry.yaml': project, 'manifests/people.yaml': people })
  const ambient = machineOf({ ...plainEnv, BELFRY_URL: sandbox.url, ...keys }, folder)
  const readers = new Set<string>()
  const savedBy = async (more: Partial<PlanningRequest>): Promise<string> => {
    let text = ''
    const save = (pieces: Iterable<string>): [] => {
      text = [...pieces].join('')
      return []
    }
    const request = noting({ ...change, ...more, save }, readers)
    const { account } = await plan(request, runIn(ambient))
    expect(account).toMatchObject({ exit: 0, problems: [] })
    return text
  }
  const exitOfApply = async (more: Partial<ApplyRequest>): Promise<number> => {
    const own = { allowProtected: [], approveSecrets: [], smoke: [] }
    const request = noting({ ...change, ...own, ...more }, readers)
    const { account } = await apply(request, approval, runIn(ambient))
    return account.exit
  }
  const text = await savedBy({ diffBase: 'HEAD', guardsFrom: 'HEAD' })
  const review = { file: 'plan.json', pieces: () => [text] }
  expect(await exitOfApply({ review: { kind: 'approved', ...review }, journal: 'runs.ndjson' })).toBe(0)
  const whole = { only: [], targets: [] }
  const again = await savedBy(whole)
  const saved = { kind: 'saved', file: 'plan.json', pieces: () => [again] } as const
  expect(await exitOfApply({ ...whole, review: saved })).toBe(0)
  expect(await exitOfApply({ files: ['manifests'], keepGoing: true })).toBe(0)

  expect(readers.size).toBeGreaterThan(2)
  expect(readers.size).toBeLessThanOrEqual(25)
  const page = readFileSync(resolve(root, 'docs/development/architecture.md'), 'utf8')
  const [, section = ''] = page.split('## The request of a plan\n')
  const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^- `([^`]+)`/gm)].map(([, path]) => path)
  expect(listed).toEqual([...readers].sort())
})
