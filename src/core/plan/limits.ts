// How much one apply may change in an environment: a number of resources, or a share of those in the service.
import type { Position } from '../problem.ts'
import { isDeactivation, type Change } from './change.ts'

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
