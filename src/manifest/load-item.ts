// Loads one entry of a list, or all lines of a file that it includes, for every target that it belongs to.
import type { ValueMap } from '../core/value.ts'
import { csvEnding } from '../core/json.ts'
import { isInclude, readInclude, readLines, type BulkLine, type Include } from './bulk/include.ts'
import type { LineFile } from './bulk/lines.ts'
import { realPath } from './text/allowed-folders.ts'
import { buildDesired, forTarget, type BuildContext, type Built } from './desired.ts'
import type { Missing } from './references/env-and-files.ts'
import type { FoundFile } from './text/read-text.ts'
import { readItem, type ItemContext } from './item.ts'
import { keep, nodeOf, valueIn, type MapNode, type Node } from './text/node.ts'
import { declarationsFor, type Run } from './loading.ts'
import { readTargets, validTargets } from './target-list.ts'
import { nameOf } from '../kinds/from-field-rows.ts'
import type { Kind } from '../kinds/kind.ts'
import { keepable } from './bulk/keepable.ts'

/** `targets` are the document's. */
type ListContext = Pick<ItemContext, 'kind' | 'targets' | 'again'> & { readonly file: FoundFile }

export async function loadItems(items: readonly Node[], context: ListContext, run: Run): Promise<void> {
  const { report, list } = run
  const ofItems: ItemContext = { ...context, list, resolvesReferences: true, report }
  const reportLiteral: BuildContext['reportLiteral'] = (found) =>
    void report({ rule: 'literal-secret', ...found })
  run.items += items.length
  for (const node of items)
    if (isInclude(node)) await loadInclude(node, context, run)
    else buildItem(node, ofItems, reportLiteral, run)
}

async function loadInclude(node: MapNode, { kind, targets, file }: ListContext, run: Run): Promise<void> {
  const { report, list, project } = run
  const include = readInclude(node, {
    manifest: file.path === undefined ? undefined : (realPath(file.path) ?? file.path),
    cwd: project.settings.cwd,
    readable: project.readable,
    hasTargets: kind.scope === 'target',
    mayBeOptional: kind.all !== undefined,
    report,
  })
  if (include === undefined) run.isSound = false
  if (include === undefined || include === 'missing') return
  run.files.add(include.name)
  const context: ItemContext = {
    kind,
    targets: readTargets(valueIn(node, 'targets'), targets, list),
    list,
    resolvesReferences: include.resolvesReferences,
    report,
    again: keep,
  }
  // A file of a hundred thousand tokens is one mistake, not a hundred thousand.
  let literals = 0
  const reportLiteral: BuildContext['reportLiteral'] = ({ place, message }) => {
    literals += 1
    if (literals === 1)
      report({ rule: 'literal-secret', place, message: `${message}; the file may contain more such secrets` })
  }
  const lineFile: LineFile = { kind, name: include.name }
  for await (const lines of await objectsIn(include, kind, run))
    for (const line of lines) {
      // The first secret in plain text is reported.
      if (keepLine(line, lineFile, literals > 0 ? 'known' : 'new', context, run)) continue
      const { value, place } = line
      buildItem(nodeOf(value, place.source, place.range), context, reportLiteral, run)
    }
}

async function objectsIn(
  include: Include,
  kind: Kind,
  run: Run,
): Promise<AsyncIterable<readonly BulkLine[]>> {
  const { report, project } = run
  if (!csvEnding.test(include.name)) return readLines(include, project.inputLimits, report)
  // Most projects don't need the parser.
  const { readRows } = await import('./bulk/csv.ts')
  return readRows(include, kind, project.inputLimits, report)
}

/** Keeps a line of a selected target as text. False if a problem may have to be reported. */
function keepLine(
  { value, number }: BulkLine,
  file: LineFile,
  secrets: 'known' | 'new',
  context: ItemContext,
  run: Run,
): boolean {
  const { kind, list } = context
  const named = value['targets']
  const targets = named === undefined ? context.targets : validTargets(named, list)
  const found = keepable(named === undefined ? value : withoutTargets(value), kind)
  if (targets === undefined || found === undefined || (found.holdsSecret && secrets === 'new')) return false
  const selected = targets.filter((target) => run.resolvers.has(target))
  // The texts of kept lines are visible: a secret that is equal to one of them isn't redacted.
  if (selected.length === 0) return true
  const { fields, isPlain } = found
  const line = run.lines.add({ file, number, fields }, isPlain)
  const name = nameOf(kind, fields)
  for (const target of selected) declarationsFor(target, run).addLine(line, { kind: kind.name, name })
  return true
}

function withoutTargets({ targets: _targets, ...own }: ValueMap): ValueMap {
  return own
}

/** A resource that isn't selected needs no values; with `needed`, a secret needs one only when it is sent. */
function noteMissing({ origin, isSecret, found }: Missing, { desired }: Built, run: Run): void {
  const { selects, secrets } = run.project.settings
  if (selects?.(desired) === false) return
  if (typeof found === 'string') run.unread.add(found)
  else if (secrets === 'needed' && isSecret) run.unset.set(origin, found)
  else run.report(found)
}

export function buildItem(
  node: Node,
  context: ItemContext,
  reportLiteral: BuildContext['reportLiteral'],
  run: Run,
): void {
  const item = readItem(node, context)
  if (item === undefined) {
    run.isSound = false
    return
  }
  const { report, resolvers, shown, project } = run
  const showText = (text: string): void => void shown.add(text)
  const ignoreOfKind = project.ignore?.[context.kind.name]
  const targets = context.kind.scope === 'organisation' ? [undefined] : item.targets
  // Without a known target, a resource is only checked: if it were declared for any, it could seem to be declared twice.
  const isDeclared = targets.length > 0
  let shared: Built | undefined
  for (const target of isDeclared ? targets : [...resolvers.keys()].slice(-1)) {
    const resolver = resolvers.get(target)
    if (resolver === undefined) continue
    const built =
      shared !== undefined && target !== undefined
        ? forTarget(shared, target)
        : buildDesired(item, target, { resolver, report, reportLiteral, showText, ignoreOfKind })
    if (built === undefined || !isDeclared) continue
    if (built.isShared) shared = built
    for (const missing of built.missing ?? []) noteMissing(missing, built, run)
    declarationsFor(target, run).add(built)
  }
}
