// One environment of the service, as a plan needs it.
import type { Position } from './problem.ts'
import type { Secret } from './secrets/secret.ts'
import { commandLine, quoted } from './shell.ts'
import { holdsHidden, visible } from './visible.ts'
import type { Limits } from './plan/limits.ts'

/** Reached with one key. */
export interface Target {
  readonly alias: string
  /** Its environment's name in the service; undefined if any will do. */
  readonly environment?: string
  readonly environmentId?: string
  /** The service's own name in enumerated values, such as `novu`; undefined if the replies of the service decide. */
  readonly vendor?: string
  readonly url: string
  /** True if the project file names the sandbox, not its URL. */
  readonly isSandbox?: boolean
  readonly apiKey?: Secret
  /**
   * Where its key comes from, e.g. `env:BELFRY_PRODUCTION_API_KEY`. Undefined if the target has no `apiKey` and
   * BELFRY_API_KEY isn't used, because several targets are selected.
   */
  readonly apiKeyFrom?: string
  /** What happens to resources in the service that are in no manifest. */
  readonly unmanaged: 'report' | 'ignore' | 'deactivate' | 'fail'
  /** The line of the project file that says so. */
  readonly unmanagedAt?: Position
  /** Patterns of names: those that match are neither listed nor changed. */
  readonly unmanagedIgnore?: readonly string[]
  /** Present if it is protected, with the line that says so. */
  readonly protection?: { readonly position?: Position }
  readonly limits?: Limits
  /** Of its name in the project file. */
  readonly position?: Position
}

export type MayBeProtected = Pick<Target, 'protection'>

/** A protected target accepts only a saved or an approved plan. */
export function applyCommand({ protection }: MayBeProtected): string {
  return protection === undefined
    ? commandLine('apply')
    : `${commandLine('plan --out FILE')}, then ${commandLine('apply FILE')}`
}

/** The commands that send fields once that can't be compared; `resending` are their options. */
export function resendCommands(isProtected: boolean, resending: string): readonly string[] {
  return isProtected
    ? [commandLine(`plan ${resending} --out plan.json`), commandLine('apply plan.json')]
    : [commandLine(`apply ${resending}`)]
}

/** A failover of a protected target needs a permission and a reason. */
export function failoverCommand(words: string, target: string, isProtected: boolean): string {
  const name = quoted(target)
  const permission = isProtected ? ` --allow-protected ${name} --reason TEXT` : ''
  return commandLine(`failover ${words} -t ${name}${permission}`)
}

const reserved = /[/*?[\]{},]/g

/** Names of targets. They are in paths, lists and selectors, so some characters are reserved. */
export function isTargetName(name: string): boolean {
  return name.trim() === name && name.search(reserved) < 0 && !holdsHidden(name)
}

/** A target's name for each environment, in the same order; no two are equal, and none has the = of NAME=VARIABLE. */
export function targetNames(environments: readonly string[]): readonly string[] {
  const names = new Set<string>()
  for (const environment of environments) {
    const plain = visible(environment.trim()).replaceAll(reserved, '-').replaceAll('=', '-') || '-'
    let name = plain
    for (let number = 2; names.has(name); number += 1) name = `${plain} ${number}`
    names.add(name)
  }
  return [...names]
}
