// Checks of resources against each other, after all manifests are read: identities, renames, `owns`, `ignore`, and
// the kinds' own checks.
import { selectorOf } from '../core/plan/change.ts'
import { RepeatedSecrets, SecretMap } from '../core/secrets/secret.ts'
import type { CheckContext, Kind } from '../kinds/kind.ts'
import { type Desired, isOwned, type Owns, formerNameOf } from '../kinds/resource.ts'
import { couldMatch, fixedIgnore, idleIgnore, namesFixedField } from '../kinds/ignored.ts'
import { sharedRename } from '../kinds/renames.ts'
import { kindsByName, Resources } from '../kinds/declared-resources.ts'
import type { Collected, Declarations } from './bulk/declarations.ts'
import type { Built } from './desired.ts'
import type { ProjectInput } from './project-input.ts'
import { headOf } from './text/node.ts'
import { placeFor, type Report } from './frames/reporter.ts'
import { textOf } from '../core/value.ts'

/** Reports each identity and each `as` name that is declared twice, at the second declaration. */
export function reportDuplicates(collected: Collected, report: Report): void {
  for (const [target, all] of collected) {
    for (const { built, first } of all.repeated()) {
      const { kind, name } = built.desired
      // A resource without an identity has the name ''; that is another problem.
      if (name !== '')
        report({
          rule: 'duplicate-identity',
          place: headOf(built.root()),
          message: `${kind} ${name} is already declared at ${positionText(first)}`,
          hint: 'Remove or rename one of the two resources.',
          target,
        })
    }
    const aliases = new Map<string, Desired>()
    for (const built of all.objects) {
      const { desired } = built
      const { kind, alias } = desired
      if (alias === undefined) continue
      const other = aliases.get(`${kind}/${alias}`)
      if (other !== undefined)
        report({
          rule: 'duplicate-identity',
          place: headOf(built.root()),
          message: `the "as" name "${alias}" is already used at ${positionText(other)}`,
          hint: 'Write a different "as" name.',
          target,
        })
      aliases.set(`${kind}/${alias}`, other ?? desired)
    }
  }
}

function positionText({ position: { file, line, column } }: Desired): string {
  return `${file}:${line}:${column}`
}

interface Checked extends Pick<CheckContext, 'need'> {
  /** `some` if a manifest couldn't be read. */
  readonly known: 'all' | 'some'
  readonly owns?: Owns | undefined
}

/**
 * The kinds' own checks, for every valid resource. If some manifests couldn't be read, they may declare what others refer to:
 * then checks that need other resources report nothing.
 */
export function checkAll(
  collected: Collected,
  registry: readonly Kind[],
  report: Report,
  { known, need, owns }: Checked,
): void {
  const kinds = kindsByName(registry)
  const organisation = collected.get(undefined)
  for (const [target, all] of collected) {
    const siblings = new Map<string, Resources>()
    const declaredOf: CheckContext['declaredOf'] = (kind) => {
      if (known === 'some') return Resources.of([])
      const found = siblings.get(kind) ?? siblingsOf(kind, all, organisation)
      siblings.set(kind, found)
      return found
    }
    const check = (firstWith: CheckContext['firstWith']): void => {
      for (const built of all.notPlain()) {
        const { desired, isSound } = built
        if (!isSound) continue
        kinds.get(desired.kind)?.check?.(desired, {
          declaredOf,
          firstWith,
          need,
          isOutside: (kind, name) => !isOwned(owns, kind, name),
          report: (rule, path, message, hint) =>
            report({
              rule,
              place: placeFor(rule, built.root(), path),
              message,
              hint,
              // One without an identity has no name yet.
              ...(desired.name !== '' && { resource: `${desired.kind} ${desired.name}` }),
              target,
            }),
        })
      }
    }
    const repeated = new RepeatedSecrets()
    check((secret, desired) => {
      repeated.note(secret)
      return desired
    })
    // Reports repeated secrets. `firstOf` keeps resources in memory, so this round runs only if secrets repeat.
    if (repeated.size > 0) check(firstOf(repeated))
  }
}

/** The resources of the target, or else those of the organisation. */
function siblingsOf(kind: string, own: Declarations, organisation: Declarations | undefined): Resources {
  const found = new Resources(own).ofKind(kind)
  return found.size > 0 || organisation === undefined ? found : new Resources(organisation).ofKind(kind)
}

function firstOf(repeated: RepeatedSecrets): CheckContext['firstWith'] {
  const first = new Map<string, SecretMap<Desired>>()
  return (secret, desired) => {
    if (!repeated.has(secret)) return desired
    const ofKind = first.get(desired.kind) ?? new SecretMap<Desired>()
    first.set(desired.kind, ofKind)
    const earlier = ofKind.get(secret)
    if (earlier === undefined) ofKind.set(secret, desired)
    return earlier ?? desired
  }
}

/**
 * `shared`: whether to report two targets that rename a resource to the same name, because a service may refuse the second
 * rename. A plan reports this itself, because it knows which renames are done.
 */
export function reportRenames(collected: Collected, report: Report, shared: 'reported' | 'left'): void {
  for (const [target, all] of collected) {
    const renamed = new Map<string, Desired>()
    for (const built of all.objects) {
      const { desired } = built
      const former = formerNameOf(desired)
      if (former === undefined) continue
      const key = selectorOf({ kind: desired.kind, name: former })
      const place = placeFor('duplicate-identity', built.root(), ['previously'])
      const other = all.lookUp(desired.kind, former)?.desired ?? renamed.get(key)
      if (other !== undefined)
        report({
          rule: 'duplicate-identity',
          place,
          message:
            other === desired
              ? `the field "previously" of ${desired.kind} ${desired.name} is the same as the current name`
              : `${desired.kind} ${former} can't be renamed to ${desired.name}: ${positionText(other)} also declares or renames ${desired.kind} ${former}`,
          hint:
            other === desired
              ? 'Remove "previously".'
              : 'Remove one of the two declarations, or remove "previously".',
          target,
        })
      renamed.set(key, desired)
    }
  }
  for (const built of shared === 'left' ? [] : sharedRenames(collected))
    report({ ...sharedRename(built.desired), place: placeFor('shared-rename', built.root(), ['previously']) })
}

/** Resources that are renamed in one target to a name that the same kind has in another. */
function sharedRenames(collected: Collected): Built[] {
  const ofTargets = [...collected].flatMap(([target, all]) => (target === undefined ? [] : all))
  return [...collected.values()]
    .flatMap(({ objects }) => objects)
    .filter(({ desired }) => formerNameOf(desired) !== undefined)
    .filter(
      ({ desired: { kind, name } }) =>
        ofTargets.filter((all) => all.lookUp(kind, name) !== undefined).length > 1,
    )
}

/** Reports resources, renames and primary integrations that the project's `owns` leaves to another project. */
export function reportOutside(collected: Collected, owns: Owns, report: Report): void {
  for (const [target, all] of collected)
    for (const built of all) {
      const { desired, isSound } = built
      if (!isSound) continue
      const { kind, name, fields } = desired
      const outside = (path: readonly string[], what: string, key: string): void =>
        void report({
          rule: 'outside-owns',
          place: placeFor('outside-owns', built.root(), path),
          message: `${what} is outside of owns`,
          hint: `If this project manages it, add it to owns.${key}. If another project manages it, declare it there.`,
          target,
        })
      const former = formerNameOf(desired)
      if (!isOwned(owns, kind, name)) outside([], `${kind} ${name}`, kind)
      // A rename is a write to the resource that has the former name.
      else if (former !== undefined && !isOwned(owns, kind, former))
        outside(['previously'], `${kind} ${former}`, kind)
      const channel = textOf(fields['channel'])
      if (fields['primary'] === true && !isOwned(owns, 'primary', channel))
        outside(['primary'], `the primary integration of ${channel}`, 'primary')
    }
}

/** Fields that the project can't ignore in any resource of a kind, even if these manifests declare nothing of it. */
export function reportFixedIgnores(
  { ignore = {}, tree }: Pick<ProjectInput, 'ignore' | 'tree'>,
  registry: readonly Kind[],
  report: Report,
): void {
  for (const kind of registry)
    for (const [index, pattern] of (ignore[kind.name] ?? []).entries()) {
      const place = tree && placeFor('wrong-value', tree, ['ignore', kind.name, index])
      if (namesFixedField(pattern, kind)) report({ ...fixedIgnore(pattern, kind), place })
    }
}

/** Patterns that match no field of any declared resource, in resources and for kinds. */
export function reportIdleIgnores(
  collected: Collected,
  { ignore = {}, tree }: Pick<ProjectInput, 'ignore' | 'tree'>,
  registry: readonly Kind[],
  report: Report,
): void {
  const kinds = kindsByName(registry)
  const idle = new Map(Object.entries(ignore).map(([kind, patterns = []]) => [kind, new Set(patterns)]))
  for (const [target, all] of collected)
    for (const built of idle.size > 0 ? all : all.objects) {
      const { desired, isSound } = built
      const kind = kinds.get(desired.kind)
      // The field that a pattern is for may be one that is reported.
      if (!isSound) idle.delete(desired.kind)
      if (kind === undefined || !isSound) continue
      const ofKind = idle.get(desired.kind) ?? new Set()
      for (const pattern of ofKind)
        if (couldMatch(pattern, desired, kind) || namesFixedField(pattern, kind)) ofKind.delete(pattern)
      for (const pattern of desired.ignore ?? [])
        if (!couldMatch(pattern, desired, kind) && !namesFixedField(pattern, kind))
          report({ ...idleIgnore(pattern, desired), place: headOf(built.root()), target })
    }
  // If these manifests declare nothing of a kind, others may.
  const isDeclared = (kind: string): boolean =>
    [...collected.values()].some((all) => new Resources(all).ofKind(kind).size > 0)
  for (const [kind, patterns] of idle)
    for (const pattern of isDeclared(kind) ? patterns : [])
      report({
        ...idleIgnore(pattern, { kind }),
        ...(tree && { place: placeFor('idle-ignore', tree, ['ignore', kind]) }),
      })
}
