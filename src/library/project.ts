// A project and its methods. Each operation is loaded when it is needed.
import { given } from '../core/given.ts'
import { refuseSecrets } from '../core/secrets/leak.ts'
import { accountJson } from '../report/json/account-json.ts'
import { withoutPersonalData } from '../report/personal-data/mask-account.ts'
import type { AccountCommand } from '../report/account.ts'
import { type Machine, limitRun, machineOf } from './run.ts'
import { refused, type OperationEnd } from './operation-end.ts'
import { BelfryError, type MethodOptions } from './method-options.ts'
import { programRun } from './program-run.ts'
import { methodsBy, type Caller } from './methods.ts'
import { optional, mapOf, nonEmptyString, string, optionProblems, requestOf } from './options/methods.ts'
import { needs, openProject } from './prepare/open-project.ts'
import type { NotReady } from './prepare/ready.ts'
import { privacy as personal } from './privacy.ts'
import type { Result, ApplyResult, Explanation, Judgement, SmokeCase } from './results.ts'
import type { OpenOptions, Project } from './types.ts'
import { visible } from '../core/visible.ts'
import { counted } from '../core/words.ts'

/** The error that `open` throws. */
function refusal(found: NotReady, around: Machine): BelfryError {
  return belfryError('open', resultOf(refused('validate', found), around, found.privacy))
}

const whereChecks = { cwd: nonEmptyString, env: optional(mapOf(optional(string), 'an object of variables')) }

/** Opens a project. Throws a BelfryError if the options or the project file are invalid. */
export async function projectAt(options: OpenOptions): Promise<Project> {
  const unfit = optionProblems('open', options, whereChecks)
  if (unfit.length > 0) throw refusal({ problems: unfit }, machineOf({}, '.'))
  const newMachine = (): Machine => machineOf(options.env ?? {}, options.cwd)
  const machine = newMachine()
  const { mistakes, ...request } = requestOf('open', options)
  const found =
    mistakes.length > 0
      ? { problems: mistakes }
      : await openProject({ ...request, targets: [] }, needs.file, { machine })
  if (!('project' in found)) throw refusal(found, machine)
  const { file, allTargets, privacy } = found.project

  const call: Caller = async (command, own = {}, { load, words, wrong = [], more = () => ({}) }) => {
    const unusable = [...wrong, ...optionProblems(command, own)]
    const asked = unusable.length > 0 ? undefined : requestOf(command, { ...options, ...given(own) })
    const problems = asked?.mistakes ?? unusable
    if (asked === undefined || problems.length > 0) {
      const result = resultOf(refused(command as AccountCommand, { problems }), newMachine(), privacy)
      if (isThrowing(own)) throw belfryError(command, result)
      return result as never
    }
    const { run, check, thrown, isMasked, end } = programRun(own, newMachine())
    const cancel = limitRun(run.machine, request)
    try {
      const operation = await load()
      const ended = await operation({ ...asked, ...words } as never, run as never)
      check()
      const ownResult = resultOf(ended, run.machine, isMasked() ? 'mask' : 'show')
      const result = { ...ownResult, ...more() }
      const listener = await thrown()
      if (listener !== undefined) throw belfryError(command, result, { cause: listener.error })
      if (result.exit !== 0 && isThrowing(own)) throw belfryError(command, result)
      return result as never
    } finally {
      cancel()
      end()
    }
  }

  return {
    ...given({ file }),
    targets: allTargets.map(({ alias, environment }) => ({
      name: alias,
      ...(environment !== alias && given({ environment })),
    })),
    ...methodsBy(call),
  }
}

function isThrowing(own: unknown): boolean {
  return (own as MethodOptions | null)?.throwOnErrors !== false
}

/** The data that `--format json` prints. */
function resultOf(
  { account }: OperationEnd,
  { filter }: Machine,
  privacyOf: 'mask' | 'show' | undefined,
): Result {
  refuseSecrets(account, filter)
  const shown = privacyOf === 'mask' ? withoutPersonalData(account, personal) : account
  return JSON.parse([...accountJson(shown)].join('')) as Result
}

/** `events list` is the command of the method `events`. */
function belfryError(command: string, result: Result, options?: ErrorOptions): BelfryError {
  return new BelfryError(visible(`${command.replace(/ .*/, '')}: ${whyOf(result)}`), result, options)
}

/** Why a method failed, in one sentence. */
function whyOf(result: Result): string {
  if (result.exit === 0) return 'onEvent threw an error, and the method itself succeeded'
  if (result.exit === 130) return 'interrupted'
  const [first, ...more] = result.problems.filter(({ severity }) => severity === 'error')
  if (first === undefined) return failureIn(result) ?? 'there are problems'
  const { position, message, rule } = first
  const place = position === undefined ? '' : `${position.file}:${position.line}:${position.column}: `
  return `${place}${message} [${rule}]${moreThan(more)}`
}

/** The first failure that isn't an error among the problems. */
function failureIn(result: Result): string | undefined {
  switch (result.command) {
    case 'apply':
      return unappliedIn(result) ?? failedCaseIn(result.smoke?.cases) ?? unlikeIn(result)
    case 'smoke':
      return failedCaseIn(result.cases)
    case 'trigger':
      return unmetIn(result)
    case 'doctor': {
      const { project = [], targets = [] } = result
      const found = [...project, ...targets.flatMap(({ findings }) => findings)]
      const [first, ...more] = found.filter(({ status }) => status === 'problem')
      return first && `${first.message}${moreThan(more)}`
    }
    case 'audit':
      return counted(result.findings ?? 0, 'finding')
    default:
      return undefined
  }
}

/** A failed change comes before changes that were skipped because of it. */
function unappliedIn({ results = [] }: ApplyResult): string | undefined {
  const undone = results.filter(({ status }) => status !== 'done' && status !== 'waiting')
  const first = undone.find(({ status }) => status !== 'skipped') ?? undone[0]
  return first && `${first.status}: ${first.id}: ${first.reason}${moreThan(undone.slice(1))}`
}

function unlikeIn({ after, waiting = [] }: ApplyResult): string {
  const [keyless] = waiting
  if (keyless !== undefined) return `target ${keyless.target} waits for its API key`
  const [first, ...more] = (after?.sections ?? []).flatMap(({ changes }) => changes)
  const which = first === undefined ? '' : `: ${first.id}${moreThan(more)}`
  return `the service still differs from the manifests after the apply${which}`
}

function failedCaseIn(cases: readonly SmokeCase[] = []): string | undefined {
  const [first, ...more] = cases.filter(({ outcome }) => outcome === 'unmet' || outcome === 'unknown')
  return first && `case ${first.name}: ${unmetIn(first.attempts.at(-1) ?? {})}${moreThan(more)}`
}

/** The explanation of an unmet expectation. */
function unmetIn({
  judgements = [],
  explanations: [explanation] = [],
}: {
  readonly judgements?: readonly Judgement[]
  readonly explanations?: readonly Pick<Explanation, 'why'>[]
}): string {
  const unmet = judgements.find(({ isMet }) => !isMet)
  const what = unmet && `expected ${unmet.expected}, but got ${unmet.seen}`
  const found = [what, explanation?.why].filter((each) => each !== undefined)
  return found.length === 0 ? 'the notification was not delivered as expected' : found.join('; ')
}

function moreThan(more: readonly unknown[]): string {
  return more.length === 0 ? '' : ` (and ${more.length} more)`
}
