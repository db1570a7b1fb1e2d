// Picks resources by KIND/NAME, with globs.
import { option } from '../../core/shell.ts'
import type { Subject } from '../../core/plan/change.ts'
import type { Detail, Difference } from '../../core/plan/compare-fields.ts'
import { alternatives, matchesSome } from '../../core/glob.ts'
import { errorOf, type Problem } from '../../core/problem.ts'
import { didYouMean, mostSimilar, suggestionOf } from '../../core/did-you-mean.ts'
import { hasCredentials } from '../../kinds/integration/credentials.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { type Declared, everything, some } from '../../kinds/declared-resources.ts'

export interface Selection {
  readonly only: readonly string[]
  readonly exclude: readonly string[]
  readonly resend: readonly string[]
  /** Whose credentials the service is to try out when they are sent. */
  readonly checkCredentials?: readonly string[]
  readonly part?: Part
  /** Whose secrets are sent although an approved plan doesn't list them. */
  readonly approveSecrets?: readonly string[]
  /** Those of a resource's differences that an approved plan lets through; undefined if the resource is left unchanged. */
  readonly approved?: (...found: Parameters<Part['of']>) => readonly Difference[] | undefined
  /** With --diff-base and --secrets=defer: what the base declares differently in fields of a resource, by their dotted paths. */
  readonly declaredSince?: (resource: Subject, paths: readonly string[]) => readonly Detail[]
}

/** The declared resources and fields that a saved plan contains. */
export interface Part {
  readonly includes: (desired: Desired) => boolean
  /** Whether the plan noted that a field of the resource stays as a failover left it. */
  readonly failedOver: (desired: Desired) => boolean
  /** Those of a resource's differences that belong to it; asked once for each resource, as it is read. */
  readonly of: (
    desired: Desired,
    live: Live | undefined,
    differences: readonly Difference[],
  ) => readonly Difference[]
}

export function selectsAll({ only, exclude, part }: Selection): boolean {
  return only.length === 0 && exclude.length === 0 && part === undefined
}

/** Without `only`, everything is selected but what `exclude` and `part` leave out. */
export function isSelected(desired: Desired, { only, exclude, part }: Selection): boolean {
  if (part?.includes(desired) === false) return false
  return (only.length === 0 || matchesAny(desired, only)) && !matchesAny(desired, exclude)
}

/** By its name or its alias; false without selectors. */
export function matchesAny({ kind, name, alias }: Named, selectors: readonly string[]): boolean {
  if (selectors.length === 0) return false
  const names = [`${kind}/${name}`, ...(alias === undefined ? [] : [`${kind}/${alias}`])]
  return names.some((each) => matchesSome(each, selectors))
}

/** Selectors that match nothing are errors: a typo must not pass as success. */
export function idleSelectors(
  selection: Selection,
  declared: Declared,
  targets: readonly { readonly alias: string }[],
  registry: readonly { readonly name: string }[],
): Problem[] {
  const { only, exclude, resend, checkCredentials = [], approveSecrets = [] } = selection
  if ([...only, ...exclude, ...resend, ...checkCredentials, ...approveSecrets].length === 0) return []
  const all = everything(declared, targets)
  const kinds = registry.map(({ name }) => name)
  const options = [
    ['only', only, isAny],
    ['exclude', exclude, isAny],
    ['resend', resend, isAny],
    ['checkCredentials', checkCredentials, hasCredentials],
    ['approveSecrets', approveSecrets, isAny],
  ] as const
  const idle = options.flatMap(([name, selectors, isMeant]) =>
    selectors
      .filter((selector) => !some(all, (desired) => matchesAny(desired, [selector]) && isMeant(desired)))
      .map((selector) => {
        const what = `no declared resource${isMeant === isAny ? '' : ' with credentials'}`
        return idleProblem(name, selector, what, [...all].filter(isMeant), kinds)
      }),
  )
  const isNothing = idle.length === 0 && !some(all, (desired) => isSelected(desired, selection))
  return isNothing ? [nothingSelected()] : idle
}

export function nothingSelected(done: 'compared' | 'exported' = 'compared'): Problem {
  const message = `the selection leaves out every resource, so nothing would be ${done}`
  return errorOf('idle-selector', message, 'Remove one of the selectors.')
}

const isAny = (): boolean => true

type Named = Pick<Desired, 'kind' | 'name' | 'alias'>

/** `name` is the option, `what` says where the selector matched nothing, and `among` is what may have been meant. */
export function idleProblem(
  name: string,
  selector: string,
  what: string,
  among: readonly Named[],
  kinds: readonly string[],
): Problem {
  const choices = alternatives(selector)
  const isList = choices.some((choice) => choice.includes(','))
  const isWhole = !isList && choices.every((choice) => kinds.some((kind) => choice.startsWith(`${kind}/`)))
  const guesses = choices.map((choice) => suggestion(choice, among, kinds))
  const form = `Write KIND/NAME, for example ${kinds.at(-1)}/*. KIND is ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}. `
  return errorOf(
    'idle-selector',
    `${option(name)} ${selector} matches ${what}${guesses.find((guess) => guess !== '') ?? ''}`,
    `${isList ? 'A comma is part of a name: repeat the option for each resource. ' : ''}${isWhole ? 'Check the name. ' : form}In a name, * matches any characters.`,
  )
}

function suggestion(selector: string, all: readonly Named[], kinds: readonly string[]): string {
  const [kind = '', ...rest] = selector.split('/')
  if (!kinds.includes(kind) && !/[*?]/.test(kind)) return `: unknown kind "${kind}"${didYouMean(kind, kinds)}`
  // The kind is right already, so it doesn't count for the similarity of two names.
  const names = all
    .filter((desired) => desired.kind === kind)
    .flatMap(({ alias, name }) => [...(alias === undefined ? [] : [alias]), name])
  const best = mostSimilar(rest.join('/'), names)
  return suggestionOf(best && `${kind}/${best}`)
}
