// What a law is tried on: a live service, manifests, and the targets that connect them.
import type { Seed } from '../../../src/sandbox/index.ts'
import type { Fields } from './texts.ts'

/** Items by list, as a manifest has them; `secret:N` in place of references. */
export type Manifest = Readonly<Record<string, readonly Fields[]>>

export interface CaseTarget {
  readonly alias: string
  /** False for a target whose environment is still to be created. */
  readonly hasKey: boolean
  /** `report` where it isn't given. */
  readonly unmanaged?: 'deactivate'
}

export interface Case {
  readonly seed: Seed
  /** Live rows of kinds that a seed doesn't know, by environment. */
  readonly rows: Readonly<Record<string, readonly Fields[]>>
  readonly manifest: Manifest
  readonly targets: readonly CaseTarget[]
  /** Decides whatever else a law leaves to chance. */
  readonly random: number
}

/** `secret:3` → `SECRET_3`, the variable that holds it. */
export const secretVariables: Readonly<Record<string, string>> = Object.fromEntries(
  [1, 2, 3, 4].map((number) => [`SECRET_${number}`, `secret:${number}`]),
)
