// A project, and what belfry does with it. Each operation is loaded when it is needed.
import { given } from '../core/given.ts'
import type { Problem } from '../core/problem.ts'
import { flagTerms } from '../core/delivery/triggered.ts'
import type { ValueMap } from '../core/value.ts'
import type { TriggerBody } from '../delivery/trigger.ts'
import type { AnyAccount } from '../report/account.ts'
import type { Ambient, Observer } from './ambient.ts'
import type { Ended } from './ended.ts'
import { BelfryError, type Result } from './error.ts'
import { following } from './following.ts'
import {
  changeRequest,
  connectionRequest,
  millisecondsOf,
  parallelRequest,
  projectRequest,
} from './options.ts'
import { badFlag } from './problems.ts'
import { sentenceOf } from './sentence.ts'
import type { ReviewRequest } from './apply/reviewed-plan.ts'
import type {
  ApplyOptions,
  DiffOptions,
  DoctorOptions,
  MethodOptions,
  OpenOptions,
  PlanOptions,
  Project,
  SavedPlan,
  SmokeOptions,
  Trigger,
  TriggerOptions,
  ValidateOptions,
} from './types.ts'
import { worldOf } from './world.ts'

export async function projectAt(options: OpenOptions): Promise<Project> {
  const world = (): Ambient => worldOf(options.env ?? {}, options.cwd)
  const ambient = world()
  const { prepareProject } = await import('./prepare/prepare.ts')
  const found = await prepareProject(projectRequest(options, {}), ambient, 'offline')
  if (!('project' in found)) {
    const { refused } = await import('./ended.ts')
    throw errorOf('open', await resultOf(refused('validate', found), ambient, 'show'))
  }
  const { file, allTargets } = found.project

  const method = async <Returns>(
    own: MethodOptions,
    run: (ambient: Ambient, observer: Observer<AnyAccount>) => Promise<Ended>,
    more: () => object = () => ({}),
  ): Promise<Returns> => {
    const { observer, check, isMasked, end } = following(own)
    const around = world()
    try {
      const ended = await run(around, observer)
      check()
      const told = await resultOf(ended, around, isMasked() ? 'mask' : 'show')
      const result = { ...told, ...more() }
      if (result.exit !== 0 && own.throwOnErrors !== false) throw errorOf(result.command, result)
      return result as Returns
    } finally {
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
      method(own, async (...context) => {
        const { validate } = await import('./operations/validate.ts')
        return validate(projectRequest(options, own), ...context)
      }),

    plan: (own: PlanOptions = {}) => {
      let saved: string | undefined
      const save = (text: string): readonly Problem[] => {
        saved = text
        return []
      }
      const { only = [], exclude = [], resend = [], checkCredentials = [], diffBase } = own
      return method(
        own,
        async (...context) => {
          const { plan } = await import('./operations/plan.ts')
          const selection = { only, exclude, resend, checkCredentials, ...given({ diffBase }) }
          return plan({ ...changeRequest(options, own), ...selection, save }, ...context)
        },
        () => given({ saved }),
      )
    },

    apply: (plan, own: ApplyOptions = {}) =>
      method(own, async (...context) => {
        const { apply } = await import('./operations/apply.ts')
        const { allowProtected = [], allowPullRequest, keepGoing, freshness, journal, smoke = [] } = own
        return apply(
          {
            ...changeRequest(options, own),
            review: reviewOf(plan),
            approvedBy: 'program',
            allowProtected,
            smoke,
            ...(allowPullRequest === true && { allowPullRequest }),
            ...(keepGoing === true && { keepGoing }),
            ...(freshness !== undefined && {
              freshness: millisecondsOf('freshness', freshness, 1000, 3_600_000),
            }),
            ...given({ journal }),
          },
          approval,
          ...context,
        )
      }),

    trigger: (asked, own: TriggerOptions = {}) =>
      method(own, async (...context) => {
        const [{ trigger }, { waitOf }] = await Promise.all([
          import('./operations/trigger.ts'),
          import('./trigger/request.ts'),
        ])
        const { target, createRecipients, wait, skipDelayed, expect = [], dryRun } = own
        const problems: Problem[] = asked.workflow === '' ? [badFlag('the workflow is empty')] : []
        const waits = waitOf({ wait, skipDelayed, expect }, problems)
        const delivery = {
          body: bodyOf(asked),
          unknownRecipients: createRecipients === true ? ('create' as const) : ('refuse' as const),
          ...given({ wait: waits }),
          terms: flagTerms,
        }
        return trigger(
          {
            ...projectRequest(options, target === undefined ? {} : { targets: [target] }),
            ...connectionRequest(options),
            delivery: problems.length > 0 ? undefined : delivery,
            problems,
            ...(dryRun === true && { dryRun }),
          },
          ...context,
        )
      }),

    smoke: (own: SmokeOptions = {}) =>
      method(own, async (...context) => {
        const { smoke } = await import('./operations/smoke.ts')
        const { suites = [], filter = [], targets = [] } = own
        return smoke(
          {
            ...projectRequest(options, { targets }),
            ...connectionRequest(options),
            ...parallelRequest(options),
            suites,
            filter,
          },
          ...context,
        )
      }),

    diff: (before, after, own: DiffOptions = {}) =>
      method(own, async (...context) => {
        const { diff } = await import('./operations/diff.ts')
        const { only = [], exclude = [] } = own
        const names = [before, after].filter((name) => name !== undefined)
        return diff(names, { ...projectRequest(options, own), only, exclude }, ...context)
      }),

    doctor: (own: DoctorOptions = {}) =>
      method(own, async (...context) => {
        const { doctor } = await import('./operations/doctor.ts')
        return doctor({ ...projectRequest(options, own), ...connectionRequest(options) }, ...context)
      }),
  }
}

/** Who calls `apply` with a plan approves it. */
const approval = {
  show: () => undefined,
  objection: () => Promise.resolve(undefined),
  isWanted: () => Promise.resolve(true),
}

function reviewOf({ saved }: Partial<SavedPlan>): ReviewRequest | Problem {
  return saved === undefined
    ? badFlag(
        "the plan has errors, so belfry can't apply the plan",
        'Correct the errors, and make a new plan.',
      )
    : { kind: 'saved', file: 'the plan', text: () => saved }
}

function bodyOf({ workflow, ...trigger }: Trigger): TriggerBody {
  return { name: workflow, ...(given(trigger as ValueMap) as Pick<TriggerBody, 'to'>) }
}

/** The data that `--format json` prints. */
async function resultOf(
  { account }: Ended,
  { filter }: Ambient,
  privacyOf: 'mask' | 'show',
): Promise<Result> {
  const [{ accountJson }, { withoutPersonalData }, { refuseSecrets }, { privacy }] = await Promise.all([
    import('../report/json/account-json.ts'),
    import('../report/persons/account.ts'),
    import('../core/secrecy/leak.ts'),
    import('./privacy.ts'),
  ])
  refuseSecrets(account, filter)
  const shown = privacyOf === 'mask' ? withoutPersonalData(account, privacy) : account
  return JSON.parse(accountJson(shown)) as Result
}

function errorOf(method: string, result: Result): BelfryError {
  return new BelfryError(sentenceOf(method, result), result)
}
