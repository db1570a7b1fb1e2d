// What an approved plan lists: fields with their values, and secrets by their references; and the warnings of what it doesn't
// list. What a change replaces is compared with what the service shows now, where the plan's file holds it.
import { grouped } from '../../core/grouped.ts'
import { resourceKey, type Change } from '../../core/plan/change.ts'
import { type Difference, answerFor, type Answer, type FieldRule } from '../../core/plan/compare.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf, type Note } from '../../core/plan/notes.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { type FieldPath, isList, isMap, Unreadable, type Value, at, mapOf } from '../../core/value.ts'
import type { Desired } from '../../kinds/resource.ts'
import { matchesAny } from '../plan/select.ts'
import type { SavedPlan } from './read.ts'
import { sealed, type Seal } from '../../core/secrets/digest.ts'
import { unreadablePaths } from '../plan/compare-resource.ts'
import type { Left, LeftResource } from '../../core/plan/plan.ts'
import { type Problem, warningOf } from '../../core/problem.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { listText } from '../../core/words.ts'

export type Named = Pick<Desired, 'target' | 'kind' | 'name'>

/** Why a field may be sent: the plan lists it with this value; its secret has a new reference since the base; it is asked for besides. */
type Permit = 'plan' | 'base' | 'asked'

export class Approved {
  /** Patterns of resources whose secrets are asked for besides. */
  readonly #secrets: readonly string[]
  readonly #changes: ReadonlyMap<string, readonly Change[]>
  readonly #byId: ReadonlyMap<string, Change>
  /** What the plan couldn't compare. */
  readonly #uncompared: ReadonlyMap<string, Note<'unreadable'>['wanted']>
  /** Uncompared fields that the plan's base declares differently, with what is declared now. */
  readonly #since: ReadonlyMap<string, ReadonlyMap<string, string>>

  constructor({ plan: { sections, declaredSince } }: SavedPlan, secrets: readonly string[]) {
    this.#secrets = secrets
    const changes = sections.flatMap((section) => section.changes)
    this.#changes = grouped(changes, resourceKey)
    this.#byId = new Map(changes.map((change) => [change.id, change]))
    const notes = sections.flatMap((section) =>
      notesOf(section, 'unreadable').map((note) => ({ ...note, target: section.target })),
    )
    this.#uncompared = new Map(notes.map((note) => [resourceKey(note), note.wanted]))
    this.#since = new Map(
      (declaredSince?.changes ?? []).map((each) => [
        resourceKey(each),
        new Map(each.details.map(({ path, after = null }) => [path, shown(after)])),
      ]),
    )
  }

  changesOf(named: Named): readonly Change[] {
    return this.#changes.get(resourceKey(named)) ?? []
  }

  /** The change of the plan that has the same place in it. */
  counterpart({ id }: Change): Change | undefined {
    return this.#byId.get(id)
  }

  creates(named: Named): boolean {
    return this.changesOf(named).some(({ action }) => action === 'create')
  }

  permit(named: Named, difference: Difference): Permit | undefined {
    const wanted = shown(difference.after)
    const planned = this.changesOf(named).flatMap(({ differences }) => differences)
    if (fieldIn(planned, difference.path).some(({ after }) => shown(after) === wanted)) return 'plan'
    if (secretPaths(difference) === undefined) return undefined
    const since = this.#since.get(resourceKey(named))
    if (detailsOf(difference).some(({ path, after = null }) => since?.get(path) === shown(after)))
      return 'base'
    return matchesAny(named, this.#secrets) ? 'asked' : undefined
  }

  /** The changes of the plan that set the field, perhaps to another value. */
  changing(named: Named, { path }: Difference): readonly Change[] {
    return this.changesOf(named).filter(({ differences }) => fieldIn(differences, path).length > 0)
  }

  /** What a change needs now, and what it needed when it was approved. */
  needsOf(change: Change): readonly string[] {
    return [...change.needs, ...(this.counterpart(change)?.needs ?? [])]
  }

  whyNot(change: Named, difference: Difference): string {
    const { path } = difference
    const field = path.join('.')
    if (this.changing(change, difference).length > 0) return `${field} was approved with a different value`
    return fieldIn(this.#uncompared.get(resourceKey(change)) ?? [], path).length > 0
      ? `the approved plan didn't compare ${field}`
      : `${field} is not in the approved plan`
  }

  /** What the plan holds of the value that a change replaces. */
  held(change: Change, path: FieldPath): Value {
    const then = this.counterpart(change)
    if (then !== undefined && fieldIn(then.differences, path).length > 0) return heldAt(then, path)
    const [noted] = fieldIn(this.#uncompared.get(resourceKey(change)) ?? [], path)
    return noted?.before ?? new Unreadable(false)
  }
}

/** Where nothing but secrets differs, their dotted paths. */
export function secretPaths(difference: Difference): readonly string[] | undefined {
  const details = detailsOf(difference)
  const isSecret = details.every(({ before, after = before }) => after instanceof Secret)
  return details.length > 0 && isSecret ? [...new Set(details.map(({ path }) => path))] : undefined
}

function fieldIn<Field extends { readonly path: FieldPath }>(
  all: readonly Field[],
  path: FieldPath,
): readonly Field[] {
  return all.filter((each) => each.path.join('\0') === path.join('\0'))
}

/** As reports show it: a secret by its reference. */
function shown(value: Value): string {
  if (isList(value)) return `[${value.map(shown).join()}]`
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${shown(entry)}`)
    return `{${entries.sort().join()}}`
  }
  return value instanceof Secret || typeof value === 'object' ? String(value) : JSON.stringify(value)
}

export interface Replacement {
  readonly path: FieldPath
  /** What the file holds; `Unreadable` if it holds nothing of it. */
  readonly held: Value
  readonly now: Value
  /** What takes its place. */
  readonly after: Value
}

/** Whether the service still shows what was to be replaced. Values of which the file has only fingerprints are compared with `seal`. */
export function replaces({ path, held, now, after }: Replacement, rule: FieldRule, seal: Seal): Answer {
  // The entries of the service stay, whatever they are by now.
  if (rule.compare === 'set' && rule.additive) return 'same'
  const whole = rule.compare === 'keys' ? ({ compare: 'whole' } as const) : rule
  const comparable = (value: Value): Value => {
    // A list that isn't there is an empty one.
    if (rule.compare === 'set' && value === null) return []
    return sealed(seal, withoutHidden(value, after), path)
  }
  return answerFor(whole, comparable(held), comparable(now))
}

/** The parts of it that can't be compared; all of it if they aren't known. */
export function uncomparable({ path, now, after }: Replacement): readonly FieldPath[] {
  const parts = unreadablePaths({ path, before: now, after })
  return parts.length === 0 ? [path] : parts
}

/** Keys that can't be read say nothing where the change doesn't set them. */
function withoutHidden(value: Value, after: Value): Value {
  if (!isMap(value) || !isMap(after)) return value
  return mapOf(
    Object.entries(value).filter(
      ([key, entry]) => !(entry instanceof Unreadable) || Object.hasOwn(after, key),
    ),
  )
}

/** What a change's file holds at a path of `before`. */
export function heldAt({ before }: Change, [first = '', ...rest]: FieldPath): Value {
  const field = before === null ? undefined : at(before, first)
  if (field === undefined) return new Unreadable(false)
  return rest.reduce<Value>(
    (value, key) => (isMap(value) ? (at(value, key) ?? null) : value instanceof Unreadable ? value : null),
    field,
  )
}

export interface LeftField extends LeftResource {
  readonly isSecret: boolean
}

/** Resources in one message. */
const mostNames = 10

export function leftOf(all: Iterable<LeftField>): Left {
  const found = { differences: new Map<string, LeftResource>(), secrets: new Map<string, LeftResource>() }
  for (const { isSecret, ...resource } of all) {
    const own = isSecret ? found.secrets : found.differences
    const key = resourceKey(resource)
    own.set(key, { ...resource, fields: [...(own.get(key)?.fields ?? []), ...resource.fields] })
  }
  return { differences: [...found.differences.values()], secrets: [...found.secrets.values()] }
}

/** A warning for each sort. */
export function leftProblems({ differences, secrets }: Left): Problem[] {
  const patterns = new Set(secrets.map(({ kind, name }) => quoted(`${kind}/${name}`)))
  const options = [...patterns].slice(0, mostNames).map((pattern) => `--approve-secrets ${pattern}`)
  return [
    ...warnings(secrets, {
      rule: 'secrets-left',
      one: "1 secret differs from the service and isn't in the approved plan, so belfry didn't send it",
      many: "secrets differ from the service and aren't in the approved plan, so belfry didn't send them",
      hint: `To send them, run the command again with ${options.join(' ')}.`,
    }),
    ...warnings(differences, {
      rule: 'not-in-approved-plan',
      one: '1 difference is not in the approved plan, so belfry left it unchanged',
      many: 'differences are not in the approved plan, so belfry left them unchanged',
      hint: `Run ${commandLine('plan')} to list them. To refuse the apply instead, use --unapproved=refuse.`,
    }),
  ]
}

function warnings(
  resources: readonly LeftResource[],
  { rule, one, many, hint }: Readonly<Record<'rule' | 'one' | 'many' | 'hint', string>>,
): Problem[] {
  if (resources.length === 0) return []
  const count = resources.reduce((sum, { fields }) => sum + Math.max(1, fields.length), 0)
  const names = resources.map(({ target, kind, name, fields }) => {
    const place = target === undefined ? '' : ` of target ${target}`
    return `${kind} ${name}${place}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`
  })
  const what = count === 1 ? one : `${count} ${many}`
  return [warningOf(rule, `${what}: ${listText(names, mostNames)}`, hint)]
}
