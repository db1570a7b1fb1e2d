// A project, and what belfry does with it. Each operation is loaded when it is needed.
import { given } from '../core/given.ts'
import { refuseSecrets } from '../core/secrets/leak.ts'
import { accountJson } from '../report/json/account-json.ts'
import { withoutPersonalData } from '../report/personal-data/account.ts'
import type { Subject } from '../report/account.ts'
import type { Ambient } from './ambient.ts'
import { refused, type Ended } from './ended.ts'
import { BelfryError } from './error.ts'
import { errorMessage } from './error-message.ts'
import { following } from './following.ts'
import type { MethodOptions } from './method.ts'
import { methodsBy, type Caller } from './methods.ts'
import { optional, mapOf, named, string } from './options/check.ts'
import { optionProblems, requestOf } from './options/methods.ts'
import { openProject } from './prepare/open-project.ts'
import type { NotReady } from './prepare/ready.ts'
import { privacy as personal } from './privacy.ts'
import type { Result } from './results.ts'
import type { OpenOptions, Project } from './types.ts'
import { limitRun, worldOf } from './world.ts'

/** What `open` throws. */
function refusal(found: NotReady, around: Ambient): BelfryError {
  return errorOf('open', resultOf(refused('validate', found), around, found.privacy))
}

const place = { cwd: named, env: optional(mapOf(optional(string), 'an object of variables')) }

export async function projectAt(options: OpenOptions): Promise<Project> {
  const unfit = optionProblems('open', options, place)
  if (unfit.length > 0) throw refusal({ problems: unfit }, worldOf({}, '.'))
  const world = (): Ambient => worldOf(options.env ?? {}, options.cwd)
  const ambient = world()
  const { mistakes, ...request } = requestOf('open', options)
  const found =
    mistakes.length > 0
      ? { problems: mistakes }
      : await openProject({ ...request, targets: [] }, 'file', { world: ambient })
  if (!('project' in found)) throw refusal(found, ambient)
  const { file, allTargets, privacy } = found.project

  const call: Caller = async (command, own = {}, { load, words, wrong = [], more = () => ({}) }) => {
    const unusable = [...wrong, ...optionProblems(command, own)]
    const asked = unusable.length > 0 ? undefined : requestOf(command, { ...options, ...given(own) })
    const problems = asked?.mistakes ?? unusable
    if (asked === undefined || problems.length > 0) {
      const result = resultOf(refused(command as Subject, { problems }), world(), privacy)
      if (isThrowing(own)) throw errorOf(command, result)
      return result as never
    }
    const { run, check, thrown, isMasked, end } = following(own, world())
    const cancel = limitRun(run.world, request)
    try {
      const operation = await load()
      const ended = await operation({ ...asked, ...words } as never, run as never)
      check()
      const told = resultOf(ended, run.world, isMasked() ? 'mask' : 'show')
      const result = { ...told, ...more() }
      const listener = await thrown()
      if (listener !== undefined) throw errorOf(command, result, { cause: listener.error })
      if (result.exit !== 0 && isThrowing(own)) throw errorOf(command, result)
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
function resultOf({ account }: Ended, { filter }: Ambient, privacyOf: 'mask' | 'show' | undefined): Result {
  refuseSecrets(account, filter)
  const shown = privacyOf === 'mask' ? withoutPersonalData(account, personal) : account
  return JSON.parse([...accountJson(shown)].join('')) as Result
}

/** `events list` is the command of the method `events`. */
function errorOf(command: string, result: Result, options?: ErrorOptions): BelfryError {
  return new BelfryError(errorMessage(command.replace(/ .*/, ''), result), result, options)
}
