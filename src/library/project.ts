// A project, and what belfry does with it. Each operation is loaded when it is needed.
import { given } from '../core/given.ts'
import { usable, type Problem } from '../core/problem.ts'
import { refuseSecrets } from '../core/secrets/leak.ts'
import { triggerTerms } from '../core/delivery/triggered.ts'
import type { ValueMap } from '../core/value.ts'
import type { TriggerBody } from '../delivery/trigger.ts'
import type { AnyAccount } from '../report/account.ts'
import { accountJson } from '../report/json/account-json.ts'
import { withoutPersonalData } from '../report/personal-data/account.ts'
import type { Ambient, Run } from './ambient.ts'
import { refused, type Ended } from './ended.ts'
import { BelfryError, type Result } from './error.ts'
import { openProject } from './prepare/open-project.ts'
import type { NotReady } from './prepare/ready.ts'
import { privacy as personal } from './privacy.ts'
import { following } from './following.ts'
import { approval, serviceMethods } from './listing/methods.ts'
import {
  auditRequest,
  changeRequest,
  compareRequest,
  connectionRequest,
  millisecondsOf,
  planningRequest,
  projectRequest,
} from './options.ts'
import { nameProblems, optionProblems, savedProblems, readTrigger } from './option-schemas.ts'
import { sentenceOf } from './sentence.ts'
import type { MethodOptions } from './method.ts'
import type {
  ApplyOptions,
  AuditOptions,
  DiffOptions,
  DoctorOptions,
  LogOptions,
  OpenOptions,
  PlanOptions,
  Project,
  SmokeOptions,
  Trigger,
  TriggerOptions,
  ValidateOptions,
} from './types.ts'
import { limitRun, worldOf } from './world.ts'

/** What `open` throws. */
function refusal(found: NotReady, around: Ambient): BelfryError {
  return errorOf('open', resultOf(refused('validate', found), around, found.privacy))
}

export async function projectAt(options: OpenOptions): Promise<Project> {
  const unfit = optionProblems('open', options)
  if (unfit.length > 0) throw refusal({ problems: unfit }, worldOf({}, '.'))
  const world = (): Ambient => worldOf(options.env ?? {}, options.cwd)
  const ambient = world()
  const found = await openProject(projectRequest(options, {}), 'file', { world: ambient })
  if (!('project' in found)) throw refusal(found, ambient)
  const { file, allTargets, privacy } = found.project

  const method = async <Returns>(
    command: Result['command'],
    own: MethodOptions,
    operation: (run: Run<AnyAccount>) => Promise<Ended>,
    wrong: readonly Problem[] = [],
    more: () => object = () => ({}),
  ): Promise<Returns> => {
    const mistakes = [...wrong, ...optionProblems(command, own)]
    if (mistakes.length > 0) {
      const result = resultOf(refused(command, { problems: mistakes }), world(), privacy)
      if (isThrowing(own)) throw errorOf(command, result)
      return result as Returns
    }
    const { run, check, thrown, isMasked, end } = following(own, world())
    const cancel = limitRun(run.world, connectionRequest(options))
    try {
      const ended = await operation(run)
      check()
      const told = resultOf(ended, run.world, isMasked() ? 'mask' : 'show')
      const result = { ...told, ...more() }
      const listener = await thrown()
      if (listener !== undefined) throw errorOf(command, result, { cause: listener.error })
      if (result.exit !== 0 && isThrowing(own)) throw errorOf(command, result)
      return result as Returns
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

    validate: (own: ValidateOptions = {}) =>
      method('validate', own, async (run) => {
        const { validate } = await import('./operations/validate.ts')
        return validate(projectRequest(options, own), run)
      }),

    plan: (own: PlanOptions = {}) => {
      let saved: string | undefined
      const save = (pieces: Iterable<string>): readonly Problem[] => {
        saved = [...pieces].join('')
        return []
      }
      return method(
        'plan',
        own,
        async (run) => {
          const { plan } = await import('./operations/plan.ts')
          return plan({ ...planningRequest(options, own), save }, run)
        },
        [],
        () => given({ saved }),
      )
    },

    apply: (plan, own: ApplyOptions = {}) =>
      method(
        'apply',
        own,
        async (run) => {
          const { apply } = await import('./operations/apply.ts')
          const { allowProtected = [], keepGoing, freshness, journal, smoke = [] } = own
          return apply(
            {
              ...changeRequest(options, own),
              review: { kind: 'saved', file: 'the plan', pieces: () => [plan.saved ?? ''] },
              approvedBy: 'program',
              allowProtected,
              approveSecrets: [],
              smoke,
              ...(keepGoing === true && { keepGoing }),
              ...(freshness !== undefined && {
                freshness: millisecondsOf('freshness', freshness, 1000, 3_600_000),
              }),
              ...given({ journal }),
            },
            approval,
            run,
          )
        },
        savedProblems(plan),
      ),

    trigger: (asked, own: TriggerOptions = {}) => {
      const { body, problems: wrong } = readTrigger(asked)
      return method(
        'trigger',
        own,
        async (run) => {
          const [{ trigger }, { waitOf }] = await Promise.all([
            import('./operations/trigger.ts'),
            import('./trigger/request.ts'),
          ])
          const { target, createRecipients, wait, skipDelayed, expect = [], timeout, dryRun } = own
          const problems: Problem[] = []
          const waits = waitOf({ wait, skipDelayed, expect, dryRun }, problems)
          const connection = connectionRequest({ ...options, ...given({ timeout }) })
          const delivery = {
            body: bodyOf(body),
            unknownRecipients: createRecipients === true ? ('create' as const) : ('refuse' as const),
            ...given({
              wait: waits,
              timeout: timeout === undefined ? undefined : usable(connection.timeout),
            }),
            terms: triggerTerms(),
          }
          return trigger(
            {
              ...projectRequest(options, target === undefined ? own : { ...own, targets: [target] }),
              ...connection,
              delivery: problems.length > 0 ? undefined : delivery,
              problems,
              ...(dryRun === true && { dryRun }),
            },
            run,
          )
        },
        wrong,
      )
    },

    smoke: (own: SmokeOptions = {}) =>
      method('smoke', own, async (run) => {
        const { smoke } = await import('./operations/smoke.ts')
        const { suites = [], filter = [] } = own
        return smoke(
          {
            ...projectRequest(options, own),
            ...connectionRequest(options),
            suites,
            filter,
          },
          run,
        )
      }),

    diff: (before, after, own: DiffOptions = {}) =>
      method(
        'diff',
        own,
        async (run) => {
          const { diff } = await import('./operations/diff.ts')
          const { only = [], exclude = [] } = own
          const names = [before, after].filter((name) => name !== undefined)
          return diff(names, { ...projectRequest(options, own), only, exclude }, run)
        },
        nameProblems({ before, after }),
      ),

    compare: (own) =>
      method('compare', own, async (run) => {
        const { compare } = await import('./operations/compare.ts')
        return compare([own.from, own.to], compareRequest(options, own), run)
      }),

    promote: (from, to, own) =>
      method(
        'promote',
        own,
        async (run) => {
          const { promote } = await import('./operations/promote.ts')
          const { only, fields = [], shareSecrets = [], write } = own
          const request = { ...projectRequest(options, {}), ...connectionRequest(options) }
          const asked = { ...request, from, to, only, fields, shareSecrets }
          return promote({ ...asked, ...(write === true && { write }) }, run)
        },
        nameProblems({ from, to }),
      ),

    log: (files, own: LogOptions = {}) =>
      method(
        'log',
        own,
        async (run) => {
          const { log } = await import('./operations/log.ts')
          return log({ names: files, only: own.only ?? [], mistakes: [] }, run)
        },
        nameProblems({ files }),
      ),

    doctor: (own: DoctorOptions = {}) =>
      method('doctor', own, async (run) => {
        const { doctor } = await import('./operations/doctor.ts')
        return doctor({ ...projectRequest(options, own), ...connectionRequest(options) }, run)
      }),

    audit: (own: AuditOptions = {}) =>
      method('audit', own, async (run) => {
        const { audit } = await import('./operations/audit.ts')
        return audit(auditRequest(options, own), run)
      }),
    ...serviceMethods(options, method),
  }
}

function isThrowing(own: unknown): boolean {
  return (own as MethodOptions | null)?.throwOnErrors !== false
}

function bodyOf({ workflow, ...trigger }: Trigger): TriggerBody {
  return { name: workflow, ...(given(trigger as ValueMap) as Pick<TriggerBody, 'to'>) }
}

/** The data that `--format json` prints. */
function resultOf({ account }: Ended, { filter }: Ambient, privacyOf: 'mask' | 'show' | undefined): Result {
  refuseSecrets(account, filter)
  const shown = privacyOf === 'mask' ? withoutPersonalData(account, personal) : account
  return JSON.parse([...accountJson(shown)].join('')) as Result
}

function errorOf(method: string, result: Result, options?: ErrorOptions): BelfryError {
  return new BelfryError(sentenceOf(method, result), result, options)
}
