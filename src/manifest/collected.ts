// Everything that manifests declare, by target and in their order, and what only shows when all of it is known.
import { grouped } from '../core/grouped.ts'
import { SecretMap } from '../core/secret.ts'
import type { CheckContext, Kind } from '../kinds/kind.ts'
import type { Desired } from '../kinds/resource.ts'
import type { Built } from './desired.ts'
import { headOf } from './node.ts'
import { placeFor, type Report } from './reporter.ts'

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
          message: `${kind} ${name} is declared twice; first at ${at(first)}`,
          target,
        })
      names.set(`${kind}/${name}`, first ?? desired)
      if (alias === undefined) continue
      const other = aliases.get(`${kind}/${alias}`)
      if (other !== undefined)
        report({
          rule: 'duplicate-identity',
          place: headOf(root),
          message: `the name "${alias}" is given twice with "as"; first at ${at(other)}`,
          target,
        })
      aliases.set(`${kind}/${alias}`, other ?? desired)
    }
  }
}

function at({ position: { file, line, column } }: Desired): string {
  return `${file}:${line}:${column}`
}

/**
 * The kinds' own checks, for everything that is sound by itself. Where only some of the manifests could be read, the
 * rest may declare what others refer to: checks that need the siblings find none, and are silent instead of guessing.
 */
export function checkAll(
  collected: Collected,
  registry: readonly Kind[],
  report: Report,
  { known, need }: { readonly known: 'all' | 'some' } & Pick<CheckContext, 'need'>,
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
        report: (rule, path, message, hint) =>
          report({
            rule,
            place: placeFor(rule, root, path),
            message,
            hint,
            resource: `${desired.kind} ${desired.name}`,
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
