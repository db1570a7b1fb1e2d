// The questions of belfry init, answered by options or by a person at the terminal.
import { given } from '../../core/given.ts'
import { errorOf, hasErrors, isProblem, type Problem, badFlag } from '../../core/problem.ts'
import { reporterFor } from '../../manifest/frames/reporter.ts'
import type { Address } from '../../project/project.ts'
import { outsideUrl } from '../../project/url.ts'
import type { InitRequest } from '../options/manifests.ts'
import type { Machine, Run } from '../run.ts'
import {
  assumed,
  findEnvironments,
  hasKey,
  readTargets,
  typedTargets,
  type Found,
  type NewTarget,
} from './new-targets.ts'

export interface Answers {
  /** `text` is the answer as written. */
  readonly service: Address & { readonly text: string }
  readonly targets: readonly NewTarget[]
  readonly by: Found['by']
  readonly manifests: 'start' | 'export'
  readonly pipeline: 'github' | 'gitlab' | 'none'
  readonly action: string
}

/** In the workflows, until it is named. */
export const unnamedAction = 'belfry@COMMIT'

const address = { option: 'url', asks: 'URL of the service, or the word sandbox', usual: 'sandbox' }
const exported = { option: 'export', asks: 'Write manifests for the resources in the service?', usual: 'no' }
const actions = { option: 'action', asks: 'belfry action of the workflows (OWNER/REPOSITORY@COMMIT)' }
const pipelines = { option: 'pipeline', asks: 'Pipeline: github, gitlab or none', usual: 'none' }

/** Undefined after a problem. */
export async function answersFor(
  flags: InitRequest,
  talk: Interview,
  run: Run,
): Promise<Answers | undefined> {
  const { mode, ask, problems } = talk
  const { machine } = run
  const read = (text: string) => serviceAt(text, flags)
  const service = await ask({ ...address, read }, flags.url ?? (machine.env['BELFRY_URL'] || undefined))
  const named = flags.targets.length > 0 ? flags.targets.join(',') : undefined
  const found =
    service === undefined || named !== undefined ? assumed : await findEnvironments(service, flags, run)
  if (isProblem(found)) return void problems.push(found)
  const at = service ?? { isSandbox: false, url: '' }
  const usual = typedTargets(found, at)
  const isEnough = mode !== 'ask' && found.by === 'service'
  const targets = await ask(
    {
      option: 'target',
      asks: 'Targets (NAME=VARIABLE, with commas between targets)',
      usual,
      read: (text) => readTargets(text, found, at),
    },
    named ?? (isEnough ? usual : undefined),
  )
  const isRunning = !at.isSandbox || found.by === 'service'
  const asksForExport =
    mode === 'ask' && isRunning && targets?.some((target) => hasKey(target, machine)) === true
  const unasked = asksForExport ? undefined : 'no'
  const takesOver = await ask(
    { ...exported, read: oneOf('no', 'yes') },
    flags.export === true ? 'yes' : unasked,
  )
  const local = at.isSandbox ? 'none' : undefined
  const pipeline = await ask(
    { ...pipelines, read: oneOf('none', 'github', 'gitlab') },
    flags.pipeline ?? local,
  )
  const placeholder = `${await ownerOf(machine)}/${unnamedAction}`
  const isAsked = mode === 'ask' && pipeline === 'github'
  const action = await ask(
    { ...actions, usual: placeholder, read: actionAt },
    flags.action ?? (isAsked ? undefined : placeholder),
  )
  if (flags.action !== undefined && pipeline !== undefined && pipeline !== 'github')
    problems.push(badFlag('--action works only with --pipeline github'))
  if (hasErrors(problems) || !service || !targets || !pipeline || !action) return undefined
  const manifests = takesOver === 'yes' ? 'export' : 'start'
  return { service, targets, by: found.by, manifests, pipeline, action }
}

/** The owner of the repository of the working directory; `OWNER` if git has no remote `origin`. */
async function ownerOf({ git, cwd }: Machine): Promise<string> {
  const remote = (await git(['remote', 'get-url', 'origin'], cwd))?.out.toString('utf8') ?? ''
  return /^(?:\w+:\/\/|[\w.-]+@)\S+[:/]([\w.-]+)\/[\w.-]+\/?\s*$/.exec(remote)?.[1] ?? 'OWNER'
}

function actionAt(text: string): string | Problem {
  const isAction = /^[\w.-]+(?:\/[\w.-]+)+@[\w./-]+$/.test(text)
  return isAction ? text : badFlag(`--action ${JSON.stringify(text)} is not OWNER/REPOSITORY@COMMIT`)
}

function serviceAt(text: string, flags: InitRequest): Answers['service'] | Problem {
  const { report, problems } = reporterFor({})
  const settings = {
    url: text,
    env: {},
    need: 'live',
    ...given({ insecureHttp: flags.insecureHttp }),
  } as const
  const found = outsideUrl(settings, report)
  return found === undefined ? (problems()[0] as Problem) : { ...found, text }
}

// How a question gets its answer.

interface Question<Value> {
  /** The option that answers it. */
  readonly option: string
  readonly asks: string
  /** The default, used for an empty line. */
  readonly usual: string
  readonly read: (text: string) => Value | Problem
}

/** The person who answers questions without an option. */
export interface Person {
  readonly mode: 'ask' | 'take defaults' | 'options only'
  /** The answer to a question; undefined if the input ends. */
  readonly ask: (question: string) => Promise<string | undefined>
  readonly say: (line: string) => void
}

interface Interview extends Pick<Person, 'mode'> {
  readonly problems: Problem[]
  /** `known` is the answer if there is one. Undefined after a problem. */
  readonly ask: <Value>(question: Question<Value>, known?: string) => Promise<Value | undefined>
}

/** Answers questions as `mode` says. Each answer that is missing or invalid is added to the problems. */
export function interview({ mode, say, ...person }: Person, problems: Problem[]): Interview {
  const ask: Interview['ask'] = async ({ option, asks, usual, read }, known) => {
    if (mode === 'options only' && known === undefined) {
      const hint = `Add --${option}, or add --yes to use the default: ${usual}.`
      return void problems.push(
        badFlag(`--${option} is required, because there is no terminal to ask for the value`, hint),
      )
    }
    for (;;) {
      if (mode === 'ask' && hasErrors(problems)) return undefined
      const isAsked = mode === 'ask' && known === undefined
      const typed = isAsked ? await person.ask(`${asks} [${usual}]: `) : (known ?? usual)
      if (typed === undefined)
        return void problems.push(
          errorOf(
            'not-confirmed',
            'the input ended before all questions had an answer',
            'Run belfry init again, and answer all questions. To use the defaults, add --yes.',
          ),
        )
      const value = read(typed.trim() || usual)
      if (!isProblem(value)) return value
      if (!isAsked) return void problems.push(value)
      say(value.message)
    }
  }
  return { mode, problems, ask }
}

/** Reads one of these words, or first letters that only one of them has: `n` is `no`. */
export function oneOf<Word extends string>(...words: readonly Word[]) {
  return (text: string): Word | Problem => {
    const [word, ...others] = words.filter((each) => each.startsWith(text.toLowerCase()))
    if (word !== undefined && others.length === 0) return word
    return badFlag(`the answer must be ${words.join(' or ')}`)
  }
}
