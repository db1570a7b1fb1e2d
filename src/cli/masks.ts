// Masks personal data if a format or the project requires it: in the final output and in progress.
import type { Delivery } from '../core/delivery/delivery.ts'
import type { Change } from '../core/plan/change.ts'
import type { Result } from '../core/plan/outcome.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { Problem } from '../core/problem.ts'
import type { ValueMap } from '../core/value.ts'
import { privacy } from '../library/privacy.ts'
import type { AnyAccount } from '../report/account.ts'
import { formats, type Format, type FormatName } from '../report/formats.ts'
import { withoutPersonalData } from '../report/personal-data/account.ts'
import { withoutPersonalDeliveries, withoutPersonalItem } from '../report/personal-data/delivery.ts'
import { masking } from '../report/personal-data/masking.ts'
import type { OutputOptions } from '../library/options/common.ts'

export interface Masks {
  /** Applies the project file's setting for personal data from now on. */
  readonly follow: (project: { readonly privacy?: 'mask' | 'show' | undefined }) => void
  /** A part of the account for the user who runs the command. */
  readonly shown: {
    readonly problem: (problem: Problem) => Problem
    readonly plan: (plan: Plan) => Plan
    readonly change: (change: Change) => Change
    readonly result: (result: Result) => Result
    readonly deliveries: (deliveries: readonly Delivery[]) => readonly Delivery[]
    /** An event or a message. */
    readonly item: (item: ValueMap) => ValueMap
  }
  /** The account as each format may show it. It is masked once. */
  readonly versionsOf: (account: AnyAccount) => (format: FormatName) => AnyAccount
}

export function masksFor({ showPersonalData }: Pick<OutputOptions, 'showPersonalData'>): Masks {
  let ofProject: 'mask' | 'show' = 'show'
  const isMasked = ({ isForOwnEyes }: Format): boolean =>
    showPersonalData !== true && (isForOwnEyes !== true || ofProject === 'mask')
  const onStream =
    <Part>(mask: (part: Part) => Part) =>
    (part: Part): Part =>
      isMasked(formats.text) ? mask(part) : part
  let made: ReturnType<typeof masking> | undefined
  const mask = (): ReturnType<typeof masking> => (made ??= masking(privacy))
  return {
    follow: (project) => {
      ofProject = project.privacy ?? ofProject
    },
    shown: {
      problem: onStream((problem) => mask().problem(problem)),
      plan: onStream((plan) => mask().plan(plan)),
      change: onStream((change) => mask().change(change)),
      result: onStream((result) => mask().result(result)),
      deliveries: onStream(withoutPersonalDeliveries),
      item: onStream(withoutPersonalItem),
    },
    versionsOf: (whole) => {
      let masked: AnyAccount | undefined
      return (format) =>
        isMasked(formats[format]) ? (masked ??= withoutPersonalData(whole, privacy)) : whole
    },
  }
}
