// Everything that manifests declare, by target and in their order, and what only shows when all of it is known.
import { grouped } from '../core/grouped.ts'
import { SecretMap } from '../core/secrets/secret.ts'
import type { CheckContext, Kind } from '../kinds/kind.ts'
import { isInside, type Owns } from '../kinds/owns.ts'
import type { Desired } from '../kinds/resource.ts'
import type { Built } from './desired.ts'
import { headOf } from './text/node.ts'
import { placeFor, type Report } from './frames/reporter.ts'
import { formerNameOf, sharedRename } from '../kinds/renamed.ts'

/** The resources of the organisation are kept under undefined. */
export type Collected = Map<string | undefined, Built[]>

export function add(collected: Collected, target: string | undefined, built: Built): void {
  const known = collected.get(target)
  if (known === undefined) collected.set(target, [built])
  else known.push(built)
}

/** One identity declared twice is reported where it is declared again. */
export function reportDuplicates(collected: Collected, report: Report): void {
  for (const [target, all] of collected) {
    const names = new Map<string, Desired>()
    const aliases = new Map<string, Desired>()
    for (const { desired, root } of all) {
      const { kind, name, alias } = desired
      const first = names.get(`${kind}/${name}`)
      // What has no identity is called `undefined`; that is another problem.
      if (first !== undefined && name !== 'undefined')
        report({
          rule: 'duplicate-identity',
          place: headOf(root),
          message: `${kind} ${name} is already declared at ${at(first)}`,
          hint: 'Remove or rename one of the two resources.',
          target,
        })
      names.set(`${kind}/${name}`, first ?? desired)
      if (alias === undefined) continue
      const other = aliases.get(`${kind}/${alias}`)
      if (other !== undefined)
        report({
          rule: 'duplicate-identity',
          place: headOf(root),
          message: `the "as" name "${alias}" is already used at ${at(other)}`,
          hint: 'Write a different "as" name.',
          target,
        })
      aliases.set(`${kind}/${alias}`, other ?? desired)
    }
  }
}

function at({ position: { file, line, column } }: Desired): string {
  return `${file}:${line}:${column}`
}

interface Checked extends Pick<CheckContext, 'need'> {
  readonly known: 'all' | 'some'
  readonly owns?: Owns | undefined
}

/**
 * The kinds' own checks, for everything that is sound by itself. Where only some of the manifests could be read, the
 * rest may declare what others refer to: checks that need the siblings find none, and are silent instead of guessing.
 */
export function checkAll(
  collected: Collected,
  registry: readonly Kind[],
  report: Report,
  { known, need, owns }: Checked,
): void {
  const kinds = new Map(registry.map((kind) => [kind.name, kind]))
  const organisation = byKind(collected.get(undefined) ?? [])
  for (const [target, all] of collected) {
    const own = byKind(all)
    const declaredOf: CheckContext['declaredOf'] = (kind) =>
      known === 'all' ? (own.get(kind) ?? organisation.get(kind) ?? []) : []
    const first = new Map([...own.keys()].map((kind) => [kind, new SecretMap<Desired>()]))
    const firstWith: CheckContext['firstWith'] = (secret, desired) => {
      const ofKind = first.get(desired.kind)
      const earlier = ofKind?.get(secret)
      if (earlier === undefined) ofKind?.set(secret, desired)
      return earlier ?? desired
    }
    for (const { desired, root, isSound } of all) {
      if (!isSound) continue
      kinds.get(desired.kind)?.check?.(desired, {
        declaredOf,
        firstWith,
        need,
        isOutside: (kind, name) => !isInside(owns, kind, name),
        report: (rule, path, message, hint) =>
          report({
            rule,
            place: placeFor(rule, root, path),
            message,
            hint,
            // One without an identity has no name yet.
            ...(desired.name !== '' && { resource: `${desired.kind} ${desired.name}` }),
            target,
          }),
      })
    }
  }
}

function byKind(all: readonly Built[]): Map<string, readonly Desired[]> {
  return grouped(
    all.map(({ desired }) => desired),
    ({ kind }) => kind,
  )
}

/** `shared`: whether renames are reported that a service may refuse; a plan that knows it sees if they are still to come. */
export function reportRenames(collected: Collected, report: Report, shared: 'reported' | 'left'): void {
  for (const [target, all] of collected) {
    const names = new Map(all.map(({ desired }) => [keyOf(desired, desired.name), desired]))
    const takers = new Map<string, Desired>()
    for (const { desired, root } of all) {
      const former = formerNameOf(desired)
      if (former === undefined) continue
      const key = keyOf(desired, former)
      const place = placeFor('duplicate-identity', root, ['previously'])
      const other = names.get(key) ?? takers.get(key)
      if (other !== undefined)
        report({
          rule: 'duplicate-identity',
          place,
          message:
            other === desired
              ? `the field "previously" of ${desired.kind} ${desired.name} is the same as the current name`
              : `${desired.kind} ${former} can't be renamed to ${desired.name}: ${at(other)} also declares or renames ${desired.kind} ${former}`,
          hint:
            other === desired
              ? 'Remove "previously".'
              : 'Remove one of the two declarations, or remove "previously".',
          target,
        })
      takers.set(key, desired)
    }
  }
  for (const { desired, root } of shared === 'left' ? [] : sharedRenames(collected))
    report({ ...sharedRename(desired), place: placeFor('shared-rename', root, ['previously']) })
}

/** Renamed in one target to what the same kind is called in another. */
function sharedRenames(collected: Collected): Built[] {
  const targets = new Map<string, Set<string>>()
  for (const [target, all] of collected)
    for (const { desired } of target === undefined ? [] : all) {
      const key = keyOf(desired, desired.name)
      targets.set(key, (targets.get(key) ?? new Set()).add(target ?? ''))
    }
  return [...collected.values()]
    .flat()
    .filter(({ desired }) => formerNameOf(desired) !== undefined)
    .filter(({ desired }) => (targets.get(keyOf(desired, desired.name))?.size ?? 0) > 1)
}

function keyOf({ kind }: Desired, name: string): string {
  return `${kind}/${name}`
}
