// Updates the texts of manifests, and reads them back: changes that don't load as intended are reverted.
import { append, grouped } from '../../core/lists.ts'
import { answerFor, compare } from '../../core/plan/compare-fields.ts'
import type { Position } from '../../core/problem.ts'
import { valueAt, withValueAt, type Value } from '../../core/value.ts'
import type { Loaded } from '../load-manifests.ts'
import type { Built } from '../desired.ts'
import type { Entry } from './entry.ts'
import { editsOf, gainsOf, isCoupled, labelOf, type Declared, type Edit } from './edits.ts'
import { replacementsOf, type Left, type Replacement } from './replacements.ts'
import { appending, splicedFiles, type Splice } from './splice.ts'
import { newPage, openPage, type Page } from './value-ranges.ts'
import { listOf, rulesFor, writtenFields } from '../../kinds/from-field-rows.ts'

export interface Appended {
  readonly entry: Entry
  readonly file: string
}

export interface Updated {
  /** The new texts of changed files, by path. */
  readonly texts: ReadonlyMap<string, string>
  readonly changes: readonly Edit[]
  readonly appended: readonly Appended[]
  readonly left: readonly Left[]
  /** Resources that no manifest has a place for. */
  readonly unplaced: readonly { readonly entry: Entry; readonly why: string }[]
}

interface UpdateOptions {
  readonly declared: readonly Declared[]
  /** Resources in the service that no manifest declares. */
  readonly entries: readonly Entry[]
  readonly allTargets: readonly string[]
  /** Reads the manifests with these texts instead of the files of their names. */
  readonly load: (texts: ReadonlyMap<string, string>) => Promise<Loaded>
  readonly holdsSecret: (value: Value) => boolean
  /** The file to create for a list that no manifest has; undefined if none is possible. */
  readonly newFile: (list: string) => string | undefined
}

/** Changes the manifests until they load with the values of the service; values that they can't have are left. */
export async function updatedTexts(old: Loaded, options: UpdateOptions): Promise<Updated> {
  const { declared, entries, load, holdsSecret } = options
  const { sources, collected } = old.written()
  const pages = new Map(sources.map((source) => [source.file, openPage(source)]))
  const rooted = declared.flatMap((owner) => {
    const built = collected.get(owner.target)?.builtOf(owner.desired)
    return built === undefined ? [] : [{ owner, root: built.root() }]
  })
  const differing = rooted.flatMap(editsOf)
  const gains = gainsOf(differing, rooted)
  const replaced = (edits: readonly Edit[]) => replacementsOf(edits, pages, collected, holdsSecret)
  const found = replaced([...differing, ...gains])
  const left = [...found.left]
  let { replacements } = found
  const places = placesFor(entries, pages, options)
  const unplaced = [...places.unplaced]
  let appended = places.placed
  for (;;) {
    const splices = [...replacements, ...appended]
    const texts = splicedFiles(splices, pages)
    if (splices.length === 0) return { texts, changes: [], appended, left, unplaced }
    const failed = failedIn(old, await load(texts), replacements, appended)
    if (failed.size === 0)
      return { texts, changes: replacements.flatMap((each) => each.edits), appended, left, unplaced }
    const isNamed = (each: Replacement | Placed): boolean => isIn(failed, each)
    const isBad = (edit: Edit): boolean =>
      failed.has(edit) || (gains.includes(edit) && failed.has(labelOf(edit.owner)))
    const bad = replacements.flatMap(({ edits }) => edits.filter((edit) => isCoupled(edit) && isBad(edit)))
    const isOut = (edit: Edit): boolean =>
      isBad(edit) || (isCoupled(edit) && bad.some(({ owner }) => owner === edit.owner))
    // A problem without a resource may be caused by any of them, so all of them are left.
    const isRefused = splices.some(isNamed) ? isNamed : () => true
    const why = 'the manifests would not be valid with the value from the service'
    // The service's state may be an invalid manifest with one value, such as an inactive primary integration, and a valid one
    // without it.
    const partly = replacements.filter(({ edits }) => edits.some(isOut))
    if (partly.length > 0) {
      const edits = partly.flatMap((each) => each.edits)
      const again = replaced(edits.filter((edit) => !isOut(edit)))
      append(left, [...again.left, ...edits.filter(isOut).map((edit) => ({ edit, why }))])
      replacements = [...replacements.filter((each) => !partly.includes(each)), ...again.replacements]
      continue
    }
    for (const each of replacements.filter(isRefused)) for (const edit of each.edits) left.push({ edit, why })
    for (const { entry } of appended.filter(isRefused)) unplaced.push({ entry, why })
    replacements = replacements.filter((each) => !isRefused(each))
    appended = appended.filter((each) => !isRefused(each))
  }
}

interface Placed extends Appended {
  readonly splices: readonly Splice[]
}

function isIn(failed: Failed, each: Replacement | Placed): boolean {
  if (!('entry' in each)) return each.edits.some(({ owner }) => failed.has(labelOf(owner)))
  // Another target may have a resource of this name whose edits failed.
  return keysOf(each.entry).some((key) => failed.has(key))
}

function keysOf({ kind, name, lives }: Entry): readonly string[] {
  return [...lives.keys()].map((target) => keyIn(target, `${kind.name} ${name}`))
}

/** Where new resources go. Adds a page to `pages` for each file that is created for a list. */
function placesFor(
  entries: readonly Entry[],
  pages: Map<string, Page>,
  { allTargets, newFile }: UpdateOptions,
): { readonly placed: readonly Placed[]; readonly unplaced: Updated['unplaced'] } {
  const placed: Placed[] = []
  const unplaced: Updated['unplaced'][number][] = []
  for (const entry of entries) {
    const list = listOf(entry.kind)
    const file = newFile(list)
    let place = placeOf(entry, pages, allTargets)
    if (file !== undefined) place ??= placeOf(entry, pages.set(file, newPage(file, list)), allTargets)
    const why = `no manifest has a list "${list}" in block style (one item per line) to which belfry can add the resource`
    if (place === undefined) unplaced.push({ entry, why })
    else placed.push(place)
  }
  return { placed, unplaced }
}

/** In the manifest whose list of the kind is the longest; the last of several. */
function placeOf(
  entry: Entry,
  pages: ReadonlyMap<string, Page>,
  allTargets: readonly string[],
): Placed | undefined {
  const { kind, targets } = entry
  const [best] = [...pages.values()]
    .flatMap(({ source, lists }) => lists.map((list) => ({ source, list })))
    .filter(({ list }) => list.list === listOf(kind))
    .toReversed()
    .toSorted((one, other) => other.list.count - one.list.count)
  if (best === undefined) return undefined
  const { source, list } = best
  // Targets that are added to the project later don't have these resources.
  const needsTargets = kind.scope === 'target' && targets === undefined
  const whole = needsTargets ? { ...entry, targets: allTargets } : entry
  return { entry, file: source.file, splices: [appending(whole, list, source)] }
}

/**
 * Labels of resources that don't load as intended, such as `integration ses-eu`, alone and with their targets; '' for a problem
 * that belongs to none. And the edits whose values have a problem.
 */
type Failed = ReadonlySet<string | Edit>

function failedIn(
  old: Loaded,
  next: Loaded,
  replacements: readonly Replacement[],
  appended: readonly Appended[],
): Failed {
  const failed = new Set<string | Edit>()
  const edits = grouped(
    replacements.flatMap((each) => each.edits),
    ({ owner }) => keyOf(owner.target, owner),
  )
  // Targets may have different resources of one name.
  const added = new Map(appended.flatMap(({ entry }) => keysOf(entry).map((key) => [key, entry] as const)))
  for (const target of new Set([...old.written().collected.keys(), ...next.written().collected.keys()])) {
    const rest = new Map(
      [...(next.written().collected.get(target) ?? [])].map((built) => [labelOf(built), built]),
    )
    for (const built of old.written().collected.get(target) ?? []) {
      const now = rest.get(labelOf(built))
      rest.delete(labelOf(built))
      if (now === undefined || !isIntended(built, now, edits.get(keyOf(target, built)) ?? []))
        failed.add(labelOf(built)).add(keyOf(target, built))
    }
    for (const [name, { desired }] of rest) {
      const entry = added.get(keyIn(target, name))
      const isAsShown =
        entry !== undefined &&
        compare(desired.fields, entry.lives.get(target)?.fields, rulesFor(entry.kind, desired)).every(
          ({ answer }) => answer !== 'different',
        )
      if (!isAsShown) failed.add(name).add(keyIn(target, name))
    }
  }
  for (const { severity, position } of next.problems) {
    if (severity !== 'error') continue
    const owners = position === undefined ? [] : ownersOf(position, next)
    if (owners.length === 0) failed.add('')
    for (const { target, desired } of owners) {
      const key = keyOf(target, { desired })
      failed.add(labelOf({ desired })).add(key)
      for (const edit of edits.get(key) ?? [])
        if (position && inOrder(desired.positionOf(edit.path), position) === 0) failed.add(edit)
    }
  }
  return failed
}

/** The last resource that begins before this place, in each of its targets. */
function ownersOf(position: Position, loaded: Loaded) {
  const before = [...loaded.written().collected]
    .flatMap(([target, all]) => [...all].map(({ desired }) => ({ target, desired })))
    .filter(({ desired: { position: own } }) => own.file === position.file && inOrder(own, position) <= 0)
    .sort((one, other) => inOrder(other.desired.position, one.desired.position))
  const [last] = before
  return before.filter(({ desired }) => last && inOrder(desired.position, last.desired.position) === 0)
}

function inOrder(one: Position, other: Position): number {
  return one.line - other.line || one.column - other.column
}

/** Whether each edit gives the service's value, and nothing else has changed. */
function isIntended({ desired }: Built, now: Built, edits: readonly Edit[]): boolean {
  // Null counts as absent.
  const rest = (declared: Value): string =>
    JSON.stringify(
      edits.reduce((value, { path }) => withValueAt(value, path, null), declared),
      (_, value: unknown) => value ?? undefined,
    )
  return (
    rest(desired.declared) === rest(now.desired.declared) &&
    edits.every(({ path, owner: { kind, live } }) => {
      const fields = path.filter((step) => typeof step === 'string')
      const rule = fields.length === 1 ? rulesFor(kind, now.desired)(fields) : ({ compare: 'value' } as const)
      const shown = live === undefined ? undefined : valueAt(writtenFields(kind, live), path)
      return answerFor(rule, valueAt(now.desired.fields, path) ?? null, shown) !== 'different'
    })
  )
}

function keyOf(target: string | undefined, each: Pick<Declared, 'desired'>): string {
  return keyIn(target, labelOf(each))
}

function keyIn(target: string | undefined, label: string): string {
  return `${target ?? ''}\0${label}`
}
