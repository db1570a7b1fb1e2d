// The database's own ids, and the errors of invalid ones.
import { invalidIn, Refusal } from '../../http/refusals.ts'

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{24}$/i.test(text)
}

/** For operations in which only the database checks an id. */
export function requireCastable(id: string): void {
  if (!isObjectId(id)) throw new Refusal(500, 'Internal server error')
}

/** For operations that check an id first, by the command that is made of the request. */
export function requireObjectId(command: string, name: string, id: string): void {
  if (!isObjectId(id)) throw invalidIn(command, name, id, `${name} must be a mongodb id`)
}
