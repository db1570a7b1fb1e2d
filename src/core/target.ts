// One environment of the service, as a plan needs it; and how much one apply may change in it: a number of resources, or a
// share of those in the service.
import type { Position } from './problem.ts'
import type { Secret } from './secrets/secret.ts'
import { holdsHidden, visible } from './visible.ts'
import { isDeactivation, type Change } from './plan/change.ts'

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

export interface Limit {
  readonly most: number
  readonly unit: 'resources' | 'percent'
}

/** What a limit counts: each resource once, however many calls it takes. */
export const sorts = ['updates', 'creates', 'deactivations', 'primaries'] as const
export type Sort = (typeof sorts)[number]

/** By kind and sort, with the place in the project file. */
export type Limits = Readonly<
  Record<string, Readonly<Partial<Record<Sort, Limit & { readonly position?: Position }>>>>
>

/** A share of fewer isn't meaningful: one of three is already a third. */
const leastForShare = 10

/** `5` and `30%`; undefined for everything else. */
export function readLimit(text: string): Limit | undefined {
  const [, digits, percent] = /^(\d{1,9})(%?)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const most = Number(digits)
  if (percent !== '%') return { most, unit: 'resources' }
  return most <= 100 ? { most, unit: 'percent' } : undefined
}

export function limitText({ most, unit }: Limit): string {
  return unit === 'percent' ? `${most}%` : String(most)
}

/** The number of resources that a limit lets through; undefined if it doesn't count. */
export function allowance({ most, unit }: Limit, live: number): number | undefined {
  if (unit === 'resources') return most
  return live < leastForShare ? undefined : Math.floor((live * most) / 100)
}

const sortOfAction = {
  create: 'creates',
  update: 'updates',
  'set-primary': 'primaries',
  resend: undefined,
} as const

/** Undefined for changes that no limit counts: resends, which change nothing that can be compared. */
export function sortOf(change: Change): Sort | undefined {
  return isDeactivation(change) ? 'deactivations' : sortOfAction[change.action]
}
