// Secrets that no filter can find, because they are short or other texts are equal to them.
import { kindsByName } from '../kinds/declared-resources.ts'
import { shortest, type Filter, type Weakness } from '../core/secrets/redact.ts'
import { listText } from '../core/words.ts'
import { Secret } from '../core/secrets/secret.ts'
import { visitShownFields, visitTexts } from '../core/secrets/leak.ts'
import { eachLeaf } from '../core/value.ts'
import { placeFor } from './frames/reporter.ts'
import type { Collected } from './bulk/declarations.ts'
import type { NodePath } from './text/node.ts'
import { isSecretAt } from '../kinds/from-field-rows.ts'
import type { Built } from './desired.ts'
import type { Run } from './loading.ts'

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
  // Lines of NDJSON and CSV have only literal ones.
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
