// What the tests may know of it.
import type { Manifest } from './address.mjs'

export function packageFile(manifest?: Manifest): Promise<string>
