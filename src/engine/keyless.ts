// Targets without an API key: their environment is either still to be created, or the key is missing.
import { option } from '../core/shell.ts'
import type { Problem } from '../core/problem.ts'
import { formerNameOf } from '../kinds/renamed.ts'
import type { Desired } from '../kinds/resource.ts'
import type { Target } from './engine.ts'
import { missingKeyHint, missingKeyText } from './key-place.ts'
import { environmentsOf } from './plan/identify.ts'
import type { Reader } from './plan/session.ts'

/** The names of all environments that the targets with a key show. */
export async function environmentNames(readers: readonly Reader[]): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(readers.map((reader) => environmentsOf(reader.look)))
  return new Set(lists.flat().map(({ name }) => name))
}

/** The target's environment, if `declared` has it and the service doesn't, neither under its name nor its former name. */
export function awaitedEnvironment(
  target: Target,
  declared: readonly Desired[],
  liveNames: ReadonlySet<string>,
): { readonly environment: Desired; readonly reason: string } | undefined {
  const name = target.environment ?? target.alias
  const environment = declared.find((item) => item.kind === 'environment' && item.name === name)
  if (environment === undefined || liveNames.size === 0) return undefined
  if (liveNames.has(name) || liveNames.has(formerNameOf(environment) ?? '')) return undefined
  return { environment, reason: `environment ${name} is not in the service yet and has no API key` }
}

/** The hint names what to set, and how to continue without the target. */
export function missingKey(target: Target): Problem {
  const hint = missingKeyHint(target)
  return {
    rule: 'missing-key',
    severity: 'error',
    target: target.alias,
    message: missingKeyText(target),
    hint:
      target.apiKeyFrom === undefined
        ? hint
        : `${hint} To leave target ${target.alias} out, choose other targets with ${option('targets', ['NAME'])}.`,
  }
}
