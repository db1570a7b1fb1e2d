// One test of the contract: a name for the table, and what it is about.
import type { ContractWorld } from './contract-world.ts'

export interface Scenario {
  readonly name: string
  readonly title: string
  readonly run: (world: ContractWorld) => Promise<void>
}

export async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
