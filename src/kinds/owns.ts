// The part of a shared environment that a project manages: it declares nothing outside, and changes nothing outside.
import { matchesSome } from '../core/glob.ts'

/** By kind, patterns of names; under `primary`, the channels whose primary integration is the project's. */
export type Owns = Readonly<Record<string, readonly string[] | undefined>>

/** Without `owns`, a project manages everything; what `owns` doesn't mention is outside. */
export function isInside(owns: Owns | undefined, part: string, name: string): boolean {
  return owns === undefined || matchesSome(name, owns[part] ?? [])
}
