// The text of docs/development/contract-coverage.md.
import { refusal, type ContractRecord, type Side, type Spot } from '../support/contract-record.ts'
import { coverageSections, markdownTable } from './contract-table.ts'

/** Places that are never seen, and what in the contract keeps them from it. */
export interface Unseen {
  readonly operations: readonly string[]
  readonly side: Side
  /** As `Message.status = sent`. */
  readonly places: readonly string[]
  readonly why: string
}

export interface Coverage {
  readonly tests: readonly { readonly name: string; readonly title: string }[]
  readonly spots: readonly Spot[]
  readonly record: ContractRecord
  readonly unseen: readonly Unseen[]
}

export function coverageDocument({ tests, spots, record, unseen }: Coverage): string {
  const seen = spots.filter((spot) => record.testOf(spot) !== undefined).length
  return `${[
    '# Coverage of the contract',
    'For contributors who want to know what the tests cover of the documented API.',
    'Made by `test/contract/coverage.test.ts`, which fails if this file differs from what it found; ' +
      '`BELFRY_UPDATE=1 npx vitest run test/contract` updates it.',
    'The tables list each operation, parameter, field, enumerated value and form of `schemas/service/`. Beside it is ' +
      'the first test in which the client sent it and the sandbox accepted it, or the sandbox sent it and the client ' +
      'returned it, over HTTP. A field is covered if it has a value. If it can be null, null is a value of its own.',
    `There are ${spots.length} places. ${seen} are covered and ${spots.length - seen} are not, ` +
      'for the reasons [at the end](#not-covered).',
    '## Tests',
    markdownTable(
      ['Test', 'What it does'],
      tests.map(({ name, title }) => [name, title]),
    ),
    coverageSections(spots, record),
    '## Not covered',
    markdownTable(
      ['Where', 'Operations', 'Why'],
      unseen.map(({ places, operations, why }) => [
        places.map((place) => `\`${place}\``).join(', '),
        operations.map((id) => (id === refusal ? 'refused requests' : id)).join(', '),
        why,
      ]),
    ),
  ].join('\n\n')}\n`
}
