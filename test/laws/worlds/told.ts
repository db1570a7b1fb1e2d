// A case as a project on disk that the real program plans and applies, and what its reports say, read back out of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { plain } from '../../../src/report/text/style.ts'
import type { LoggedRequest } from '../../../src/sandbox/index.ts'
import { beginProgram } from '../../support/cli.ts'
import { put } from '../../support/cli-process.ts'
import { secretVariables, type Case } from '../../support/laws/case.ts'
import { yamlOf } from '../../support/laws/manifest.ts'
import type { World } from '../../support/laws/world.ts'

/** A run of the program and what the service saw of it. */
export interface Told {
  readonly command: string
  readonly exit: number
  /** stdout. */
  readonly out: string
  readonly err: string
  readonly markdown: string
  readonly json: AccountJson
  readonly log: readonly LoggedRequest[]
}

interface Requests {
  readonly reads: number
  readonly writes: number
}

/** The facts of the JSON that text and Markdown say too. */
export interface AccountJson {
  readonly exit: number
  readonly plan?: PlanFacts
  readonly plans?: readonly PlanFacts[]
  readonly after?: PlanFacts
  readonly results?: readonly { readonly status: string; readonly already?: true }[]
  readonly requests?: Requests
}

interface PlanFacts {
  readonly counts: Readonly<Record<string, number>>
  readonly requests: Requests
}

/** What happens to a run on its way to the sandbox; `interrupt` is set when it begins. */
export interface Way {
  /** In place of the sandbox's. */
  readonly url?: string
  /** Variables that take the place of others. */
  readonly env?: Readonly<Record<string, string>>
  interrupt?: () => void
  isInterrupted?: true
  /** Writes that were answered as done and never passed on. */
  forgotten: number
}

/** Random values look odd to these. */
const unasked =
  'missing-credentials shared-device-token foreign-credential near-miss-credential placeholder-secret'
const rules = {
  ...Object.fromEntries(unasked.split(' ').map((rule) => [rule, 'off'])),
  'primary-channel': 'warn',
}

/** Writes the project; the result runs one command line in it, to which the formats of reports are added. */
export function teller(live: Case, world: World, folder: string, guards: object) {
  const targets = live.targets.map(({ alias, unmanaged }) => [
    alias,
    { apiKey: `\${env:KEY_${alias}}`, ...(unmanaged && { unmanaged }), ...guards },
  ])
  const service = { url: '${env:BELFRY_URL}' }
  const project = { service, targets: Object.fromEntries(targets) as object, manifests: ['all.yaml'], rules }
  put(folder, { 'belfry.yaml': stringify(project), 'all.yaml': yamlOf(live.manifest) })
  const { sandbox } = world
  const style = { ...plain, columns: 100_000 }
  return async (args: readonly string[], way: Way): Promise<Told> => {
    const keys = live.targets.map(({ alias }) => [`KEY_${alias}`, sandbox.keys[alias]] as const)
    sandbox.clearLog()
    const reports = ['--report', 'markdown=told.md', '--report', 'json=told.json']
    const running = beginProgram([...args, ...reports], {
      cwd: folder,
      env: {
        BELFRY_URL: way.url ?? sandbox.url,
        ...secretVariables,
        ...Object.fromEntries(keys),
        ...way.env,
      },
      pass: (milliseconds) => sandbox.clock.advance(milliseconds),
      io: { outStyle: () => style },
    })
    way.interrupt = () => {
      way.isInterrupted = true
      running.kill('SIGINT')
    }
    const said = await running.ended
    const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
    const json = JSON.parse(read('told.json')) as AccountJson
    return { ...said, command: args.join(' '), markdown: read('told.md'), json, log: [...sandbox.log] }
  }
}

/** The command lines after `Next:`, as a shell would split them; a person reads the plan and types yes. */
export function nextOf({ out }: Told): string[][] {
  const [, line = ''] = /^Next: (.*)$/m.exec(out) ?? []
  return line.split(/, then (?:run )?/).flatMap((step) => {
    const [, typed] = /^(?:run )?belfry (.*?)(?: again)?(?:\. .*|\.| to see .*)?$/.exec(step) ?? []
    if (typed === undefined) return []
    const words = [...typed.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/g)].map(([word]) =>
      word.replaceAll(/'([^']*)'|\\(.)/g, '$1$2'),
    )
    return [words[0] === 'apply' ? [...words, '--yes'] : words]
  })
}
