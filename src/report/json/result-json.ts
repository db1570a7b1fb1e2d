// Results as JSON for programs: the same facts as the text, with the same secrets hidden.
import type { Change } from '../../core/plan/change.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf } from '../../core/plan/notes.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { countsOf, type Plan, type Section } from '../../core/plan/plan.ts'
import { changeJson, detailJson, planJson } from '../../core/plan/plan-json.ts'
import { given } from '../../core/given.ts'
import { Lazy } from './pieces.ts'
import type { OutcomeJson } from './common-shapes.ts'
import type { DiffJson } from './diff-shape.ts'

/** For `jsonPieces`. */
export function printedPlan(plan: Plan) {
  return planJson(plan, (changes) => new Lazy(changes, (change) => changeJson(change)))
}

/** @internal */
export function outcomeJson({ change, outcome, startedAt, milliseconds }: Result): OutcomeJson {
  const { fields, ...rest } = { fields: undefined, ...outcome }
  return given({ id: change.id, ...rest, fields: fields && [...fields], startedAt, milliseconds })
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
  const { target, targetChange, changes, unchanged, resources } = section
  return given({
    target,
    targetChange,
    changes: new Lazy(changes, diffChangeJson),
    unchanged,
    resources,
    noLongerManaged: notesOf(section, 'released').map(({ sort: _sort, ...note }) => note),
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
    differences: differences.flatMap(detailsOf).map((detail) => detailJson(detail)),
    needs,
    sideEffects,
    summary,
    position,
  })
}
