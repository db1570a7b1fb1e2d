// Writes what a run has seen of the contract as tables that people can read.
import { refusal, type ContractRecord, type Side, type Spot } from '../support/contract-record.ts'
import { operations } from '../support/sandbox-schemas.ts'

/** The cells of a row. */
type Row = readonly string[]

export function markdownTable(head: Row, body: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.join(' | ')} |`
  return [head, head.map(() => '---'), ...body].map(line).join('\n')
}

/** A section for each operation with the definitions that only it has, then one for each that several share. */
export function coverageSections(spots: readonly Spot[], record: ContractRecord): string {
  const used = groups(spots, definitionOf)
  const isShared = (spot: Spot): boolean =>
    new Set(used.get(definitionOf(spot))?.map(({ operation }) => operation)).size > 1
  const [own, shared] = [spots.filter((spot) => !isShared(spot)), spots.filter(isShared)]
  const ofOperations = operations.map(({ id, number, method, path }) => {
    const definitions = new Set(shared.filter((spot) => spot.operation === id).map(definitionOf))
    return [
      `### ${number}. ${id}`,
      `\`${method} ${path}\``,
      operationTable(own, id, record),
      `Also: ${[...definitions].sort().map(link).join(', ')}.`,
    ]
  })
  const ofDefinitions = [...groups(shared, definitionOf)].sort(byKey).map(([definition, all]) => {
    return [`### ${definition}`, sharedTable(all, record)]
  })
  return [
    '## Operations',
    ...ofOperations.flat(),
    '### Refused requests',
    operationTable(own, refusal, record),
    '## What several operations share',
    'In brackets: the numbers of the operations.',
    ...ofDefinitions.flat(),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function operationTable(own: readonly Spot[], id: string, record: ContractRecord): string {
  const spots = own.filter(({ operation }) => operation === id)
  const rows = rowsOf(spots, (spot) => [spot.side, testOf(spot, record)])
  return rows.length === 0 ? '' : markdownTable(['Where', 'What', 'Side', 'Test'], rows)
}

function sharedTable(spots: readonly Spot[], record: ContractRecord): string {
  const sides = (['sent', 'read'] as const).filter((side) => spots.some((spot) => spot.side === side))
  const named = groups(spots, ({ name }) => name)
  const cell = (name: string, side: Side): string => {
    const tests = groups(named.get(name)?.filter((spot) => spot.side === side) ?? [], (spot) =>
      testOf(spot, record),
    )
    return [...tests].map(([test, all]) => `${test} (${all.map(numberOf).join(', ')})`).join(', ')
  }
  const once = [...named.values()].flatMap(([first]) => first ?? [])
  const rows = rowsOf(once, ({ name }) => sides.map((side) => cell(name, side)))
  return markdownTable(['Where', 'What', ...sides.map((side) => (side === 'sent' ? 'Sent' : 'Read'))], rows)
}

/** A row for each place; words of one place whose other cells are the same share one. */
function rowsOf(spots: readonly Spot[], cells: (spot: Spot) => Row): Row[] {
  const same = groups(spots, (spot) => [spot.at, spot.kind, ...cells(spot)].join(' | '))
  return [...same.values()]
    .flatMap(([first, ...others]): { readonly key: string; readonly row: Row }[] => {
      if (first === undefined) return []
      const words = [first, ...others].flatMap(({ word }) => word ?? [])
      const what = words.length === 0 ? first.kind : `${first.kind} ${words.map(quoted).join(', ')}`
      return [{ key: `${first.at} ${what}`, row: [quoted(first.at), what, ...cells(first)] }]
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row)
}

function testOf(spot: Spot, record: ContractRecord): string {
  return record.testOf(spot) ?? '[not covered](#not-covered)'
}

const numberOf = ({ operation }: Spot): number | undefined =>
  operations.find(({ id }) => id === operation)?.number
const definitionOf = ({ at }: Spot): string => at.replace(/\..*$/, '')
const quoted = (text: string): string => `\`${text}\``
const link = (definition: string): string => `[${definition}](#${definition.toLowerCase()})`
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const group = found.get(keyOf(item)) ?? []
    group.push(item)
    found.set(keyOf(item), group)
  }
  return found
}
