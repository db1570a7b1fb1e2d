// The difference of two trees as JSON: what changes, without calls, which only a plan can know.
import type { Change } from '../../core/plan/change.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { notesOf } from '../../core/plan/notes.ts'
import { countsOf, type Plan, type Section } from '../../core/plan/plan.ts'
import { given } from '../../core/given.ts'
import type { DiffJson } from './diff-shape.ts'
import { detailJson } from './json.ts'
import { Lazy } from './pieces.ts'

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
    changes: new Lazy(changes, changeJson),
    unchanged,
    resources,
    noLongerManaged: notesOf(section, 'released').map(({ sort: _sort, paths, ...note }) =>
      given({ ...note, paths: paths?.map((path) => path.join('.')) }),
    ),
  })
}

function changeJson(change: Change): SectionJson['changes'][number] {
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
