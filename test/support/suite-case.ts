// A case of a smoke suite with only what a test is about.
import type { SmokeCase } from '../../src/core/delivery/suite.ts'

const position = { file: 'smoke.yaml', line: 3, column: 5, length: 1 }

export function caseOf({ body, ...more }: Partial<SmokeCase> = {}): SmokeCase {
  return {
    suite: 'smoke',
    name: 'first',
    target: 'Production',
    body: { name: 'welcome', to: ['ada'], ...body },
    expect: {},
    positionOf: () => position,
    timeout: 1000,
    retries: 0,
    tags: [],
    createRecipients: false,
    only: false,
    position,
    ...more,
  }
}
