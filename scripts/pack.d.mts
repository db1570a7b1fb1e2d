// What the tests may know of it.
import type { Manifest } from './address.mjs'

export interface Packed {
  readonly filename: string
  readonly size: number
  readonly entryCount: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

export function pack(folder: string, manifest?: Manifest): Packed
export function putFiles(folder: string, manifest?: Manifest): readonly string[]
