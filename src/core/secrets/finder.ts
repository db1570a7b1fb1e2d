// What both searches for secrets offer: the one for whole secrets in our output, and the one for parts in text from outside.
import type { Range } from './range.ts'
import type { Secret } from './secret.ts'

export interface Place extends Range {
  readonly secret: Secret
}

/** Calls `visit` with each of some texts. */
export type EachText = (visit: (text: string) => void) => void

export interface Finder {
  readonly know: (secret: Secret) => void
  /** What is in these texts is no longer searched for, because people may read it. */
  readonly leaveOut: (eachText: EachText) => void
  /** Where secrets are in a text. */
  readonly places: (text: string) => readonly Place[]
}
