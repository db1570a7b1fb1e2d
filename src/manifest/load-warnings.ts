// Warnings of one load of manifests: patterns of `ignore` that name a field which can't be ignored or that match no field, and
// secrets that no filter can find, because they are short or other texts are equal to them.
import { couldMatch, idleIgnore, namesFixedField } from '../kinds/ignored.ts'
import type { Kind } from '../kinds/kind.ts'
import { Resources, kindsByName } from '../kinds/declared-resources.ts'
import { shortest, type Filter, type Weakness } from '../core/secrets/redact.ts'
import { listText } from '../core/words.ts'
import { Secret } from '../core/secrets/secret.ts'
import { visitShownFields, visitTexts } from '../core/secrets/leak.ts'
import { eachLeaf } from '../core/value.ts'
import { placeFor, type Report } from './frames/reporter.ts'
import type { ProjectInput } from './project-input.ts'
import type { Collected } from './bulk/declarations.ts'
import { headOf, type Node, type NodePath } from './text/node.ts'
import { listOf, isSecretAt } from '../kinds/from-field-rows.ts'
import type { Built } from './desired.ts'
import type { Run } from './loading.ts'

/** Checks resources, and kinds even if these manifests declare nothing of them. */
export function reportFixedIgnores(
  collected: Collected,
  { ignore = {}, tree }: Pick<ProjectInput, 'ignore' | 'tree'>,
  registry: readonly Kind[],
  report: Report,
): void {
  for (const kind of registry) {
    const reportIn = (
      patterns: readonly string[] = [],
      root: () => Node | undefined,
      path: NodePath,
    ): void => {
      for (const [index, pattern] of patterns.entries())
        if (namesFixedField(pattern, kind)) {
          const written = root()
          report({
            rule: 'wrong-value',
            ...(written && { place: placeFor('wrong-value', written, [...path, index]) }),
            message: `the field "${pattern}" of ${listOf(kind)} can't be ignored`,
            hint: 'Remove it from ignore.',
          })
        }
    }
    reportIn(ignore[kind.name], () => tree, ['ignore', kind.name])
    for (const { objects } of collected.values())
      for (const built of objects)
        if (built.desired.ignore !== undefined && built.desired.kind === kind.name)
          reportIn(built.desired.ignore, () => built.root(), ['ignore'])
  }
}

/** Checks resources, and the kinds in `ignore`. */
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

/** Gives the filter the texts that everybody may read, and reports, once a run, the keys, tokens and passwords that are weak. */
export function reportWeakSecrets(
  collected: Collected,
  { files, lines, registry, report }: Pick<Run, 'files' | 'lines' | 'registry' | 'report'>,
  filter: Filter,
): void {
  const objects = [...collected.values()].flatMap((all) => all.objects)
  const kinds = kindsByName(registry)
  filter.addVisible((hear) => {
    for (const file of files) hear(file)
    for (const { desired } of objects) {
      visitTexts([desired.name, desired.alias, desired.kind], hear)
      const kind = kinds.get(desired.kind)
      visitShownFields(desired.declared, (path) => kind === undefined || isSecretAt(kind, path), hear)
    }
    lines.hearVisible(hear)
  })
  /** By origin, the first of each. Literals have a rule of their own, and are known once they are to be sent. */
  const found = new Map<string, Chosen>()
  // Lines of NDJSON have only literal ones.
  for (const { desired, root } of objects)
    eachLeaf(desired.declared, (secret, path) => {
      if (!(secret instanceof Secret) || secret.origin === 'literal') return
      filter.addSecrets(secret)
      const isNew = isChosen(path) && !found.has(secret.origin)
      if (isNew) found.set(secret.origin, { secret, path: [...path], root })
    })
  // Last, because each check for weakness searches all texts that were added before it.
  const weak = [...found.values()].flatMap((chosen) => {
    const weakness = filter.weakness(chosen.secret)
    return weakness === undefined
      ? []
      : [{ ...chosen, reason: `${chosen.secret.toString()} ${reasons[weakness]}` }]
  })
  const [first] = weak
  if (first === undefined) return
  const listed = listText(
    weak.map(({ reason }) => reason),
    3,
  )
  report({
    rule: 'weak-secret',
    place: placeFor('weak-secret', first.root(), first.path),
    message: `${weak.length === 1 ? 'a secret is' : `${weak.length} secrets are`} too short or too common to redact safely: ${listed}`,
    hint: 'Use a longer secret that occurs nowhere else, or set `rules: { weak-secret: off }` in the project file.',
  })
}

interface Chosen {
  readonly secret: Secret
  readonly path: NodePath
  readonly root: Built['root']
}

/** User names and account IDs are assigned, not chosen, and many are short. */
function isChosen(path: NodePath): boolean {
  const key = path.findLast((step) => typeof step === 'string')
  return key !== undefined && /(?:key|tokens?|secret|password|passphrase)$/i.test(key)
}

const reasons: Readonly<Record<Weakness, string>> = {
  short: `has fewer than ${shortest} characters`,
  seen: 'also occurs in a name, a visible field or a path',
}
