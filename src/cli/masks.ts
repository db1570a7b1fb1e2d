// What readers of an output don't get: personal data if a format or the project requires it, and folders of this machine.
import type { Delivery } from '../core/delivery/delivery.ts'
import { pathInside } from '../core/path-inside.ts'
import type { Change } from '../core/plan/change.ts'
import type { Result } from '../core/plan/outcome.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { Problem } from '../core/problem.ts'
import type { ValueMap } from '../core/value.ts'
import { privacy } from '../library/privacy.ts'
import type { AnyAccount } from '../report/account.ts'
import { formats, type Format, type FormatName } from '../report/formats.ts'
import { withoutPersonalData, withoutPersonalFields } from '../report/personal-data/mask-account.ts'
import { masking } from '../report/personal-data/masking.ts'
import type { OutputOptions } from '../library/options/common.ts'
import { basename, isAbsolute } from 'node:path'

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

/** The masks of a run. The option of the command line shows personal data whatever the project says. */
export function masksFor({ showPersonalData }: Pick<OutputOptions, 'showPersonalData'>): Masks {
  // Until `follow`, nothing from the project or the service can be shown.
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
      deliveries: onStream((all) => withoutPersonalFields(all.map(withoutDetails))),
      item: onStream(withoutPersonalFields),
    },
    versionsOf: (whole) => {
      let masked: AnyAccount | undefined
      return (format) =>
        isMasked(formats[format]) ? (masked ??= withoutPersonalData(whole, privacy)) : whole
    },
  }
}

/** The names that a provider said are known only once the recipients are read. */
function withoutDetails({ steps, ...delivery }: Delivery): Delivery {
  return { ...delivery, steps: steps.map((step) => ({ ...step, details: [] })) }
}

// Removes folders of this machine from reports that others read.

/** A relative path as written; otherwise relative to the working directory, or only the name of a file outside of it. */
export function shownPath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path
  return (pathInside(path, cwd) ?? basename(path)) || '.'
}

/** The account as formats that others read show it. `options` name the paths. */
export function withoutLocalPaths(account: AnyAccount, options: object, cwd: string): AnyAccount {
  let rules: readonly (readonly [path: string, name: string])[] | undefined
  const shown = (text: string): string => {
    rules ??= [
      ...absolutePaths(options).map((path) => [path, shownPath(path, cwd)] as const),
      // The root is a part of every URL.
      ...(cwd === '/' ? [] : [[`${cwd}/`, ''] as const]),
    ]
    return rules.reduce((left, [path, name]) => renamed(left, path, name), text)
  }
  const ofProblem = (problem: Problem): Problem => ({
    ...problem,
    message: shown(problem.message),
    ...(problem.hint !== undefined && { hint: shown(problem.hint) }),
  })
  const problems = account.problems.map(ofProblem)
  if (account.command !== 'diff' || account.sides === undefined) return { ...account, problems }
  const [from, to] = account.sides
  return { ...account, problems, sides: [shown(from), shown(to)] }
}

/** Where it is a part of another path or of a URL, the path stays; a point may end a sentence. */
function renamed(text: string, path: string, name: string): string {
  const [first = '', ...others] = text.split(path)
  return others.reduce((left, right) => {
    const isPart = /[\w./-]/.test(left.at(-1) ?? '') || (!path.endsWith('/') && /^(?:[\w-]|\.\w)/.test(right))
    return `${left}${isPart ? path : name}${right}`
  }, first)
}

/** All paths in options, alone or as in `--report KIND=FILE`; the longest first, because it may contain others. */
function absolutePaths(options: object): readonly string[] {
  const values = Object.values(options).flat() as readonly unknown[]
  return values
    .flatMap((value) => (typeof value === 'string' ? value.replace(/^\w+=/, '') : []))
    .filter((path) => isAbsolute(path) && basename(path) !== '')
    .sort((left, right) => right.length - left.length)
}
