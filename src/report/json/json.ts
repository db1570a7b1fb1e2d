// Results as JSON for programs: the same facts as the text, none more secret.
import { channelOutlooks, type ChannelState } from '../../core/plan/channels.ts'
import { causeCounts } from '../../core/plan/cause.ts'
import { type Call, type Change, pathOf, type Step } from '../../core/plan/change.ts'
import type { Detail } from '../../core/plan/compare.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import type { Json } from '../../core/json.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { noteLists } from '../../core/plan/note-lists.ts'
import { countsOf, type Plan, type Section } from '../../core/plan/plan.ts'
import type { FieldPath, Value } from '../../core/value.ts'
import { pathsText } from '../../core/words.ts'
import { given } from '../../core/given.ts'
import { Lazy } from './pieces.ts'
import type { OutcomeJson, PlanJson } from './plan-shape.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { DiffJson } from './diff-shape.ts'

/** For `jsonPieces`. */
export function printedPlan(plan: Plan) {
  return {
    counts: countsOf(plan.sections),
    requests: plan.requests,
    ...(plan.declaredSince && { causes: causeCounts(plan.sections.flatMap(({ changes }) => changes)) }),
    ...(plan.declaredSince && { declaredSince: uncomparedJson(plan.declaredSince) }),
    sections: plan.sections.map((whole) => {
      const { ids: _ids, same: _same, unread: _unread, notes: _notes, changes, ...section } = whole
      const { unreadable, pruned, released: _released, ...lists } = noteLists(whole)
      const channels = channelOutlooks(whole).map(({ before, after }) => ({
        channel: before.channel,
        before: channelJson(before),
        ...(after && { after: channelJson(after) }),
      }))
      return {
        ...section,
        changes: new Lazy(changes, changeJson),
        ...lists,
        unreadable: unreadable.map(({ paths, heldBy, wanted: _wanted, ...note }) =>
          given({ ...note, paths: dotted(paths), heldBy: heldBy && dotted(heldBy) }),
        ),
        ...(pruned && { pruned: pruned.map(({ path, ...note }) => ({ ...note, path: pathsText([path]) })) }),
        ...(channels.length > 0 && { channels }),
      }
    }),
  }
}

function dotted(paths: readonly FieldPath[]): readonly string[] {
  return paths.map((path) => path.join('.'))
}

function channelJson({ state, why }: ChannelState) {
  return given({ state, why })
}

function uncomparedJson({ base, changes }: NonNullable<Plan['declaredSince']>) {
  return {
    base,
    changes: changes.map(({ details, ...change }) => ({ ...change, differences: details.map(detailJson) })),
  }
}

/** @internal */
function detailJson({ before, after, ...detail }: Detail) {
  return given({ ...detail, before: before && valueJson(before), after: after && valueJson(after) })
}

function changeJson(whole: Change): PlanJson['sections'][number]['changes'][number] {
  const { preparation, call, restoration, before: _before, after: _after, differences, ...rest } = whole
  const { reread: _reread, turn: _turn, masked: _masked, ...change } = rest
  const steps = [preparation && stepJson(preparation), callJson(call), restoration && stepJson(restoration)]
  const requests = steps.filter((step) => step !== undefined)
  return {
    ...change,
    ...callJson(call),
    ...(requests.length > 1 && { requests }),
    differences: differences.flatMap(detailsOf).map(detailJson),
  }
}

function callJson({ operation, body, ...call }: Call) {
  return {
    operation: operation.id,
    method: operation.method,
    path: pathOf({ operation, ...call }),
    ...(body !== undefined && { body: valueJson(body) }),
  }
}

function stepJson({ call, onlyIf }: Step) {
  return { ...callJson(call), onlyIf: valueJson(onlyIf) }
}

/** @internal */
export function outcomeJson({ change, outcome, startedAt, milliseconds }: Result): OutcomeJson {
  const { fields, ...rest } = { fields: undefined, ...outcome }
  return given({ id: change.id, ...rest, fields: fields && [...fields], startedAt, milliseconds })
}

/** @internal Labels in place of everything that isn't JSON. */
function valueJson(value: Value): Json {
  return JSON.parse(JSON.stringify(value)) as Json
}

type SectionJson = DiffJson['sections'][number]
type PrintedDiff = Omit<DiffJson, 'sections'> & {
  readonly sections: readonly (Omit<SectionJson, 'changes'> & { readonly changes: Lazy<Change> })[]
}

/** For `jsonPieces`. */
export function printedDiff({ sections }: Plan): PrintedDiff {
  const { create, update, setPrimary, deactivate, unchanged, released = 0 } = countsOf(sections)
  return {
    counts: { create, update, setPrimary, deactivate, unchanged, noLongerManaged: released },
    sections: sections.map(sectionJson),
  }
}

function sectionJson(section: Section): PrintedDiff['sections'][number] {
  const { target, standing, changes, unchanged, resources } = section
  return given({
    target,
    standing,
    changes: new Lazy(changes, diffChangeJson),
    unchanged,
    resources,
    noLongerManaged: notesOf(section, 'released').map(({ sort: _sort, paths, ...note }) =>
      given({ ...note, paths: paths?.map((path) => path.join('.')) }),
    ),
  })
}

function diffChangeJson(change: Change): SectionJson['changes'][number] {
  const { id, target, kind, name, part, action, summary, position, differences, needs, sideEffects } = change
  return given({
    id,
    target,
    kind,
    name,
    part,
    action,
    differences: differences.flatMap(detailsOf).map(detailJson),
    needs: [...needs],
    sideEffects: [...sideEffects],
    summary,
    position,
  })
}
