// Changes and sections with only what a test is about.
import type { Change } from '../../src/core/plan/change.ts'
import type { Section } from '../../src/core/plan/plan.ts'

export const position = { file: 'belfry.yaml', line: 7, column: 20, length: 3 }

export function changeOf(change: Partial<Change> & Pick<Change, 'name'>): Change {
  return {
    id: `${change.kind ?? 'integration'}/${change.name}/${change.action ?? 'update'}`,
    target: 'Production',
    via: 'Production',
    kind: 'integration',
    action: 'update',
    stage: 'gain',
    call: { operation: { id: 'x', method: 'PUT', path: '/x' }, parameters: {} },
    before: {},
    after: {},
    differences: [],
    needs: [],
    sideEffects: [],
    position,
    ...change,
  }
}

export function sectionWith(section: Partial<Section> = {}): Section {
  return {
    target: 'Production',
    url: 'https://api.acme.example',
    changes: [],
    unchanged: 0,
    resources: 0,
    notes: [],
    ids: {},
    ...section,
  }
}
