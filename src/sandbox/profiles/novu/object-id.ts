// The database's own ids, and what comes of one that is none.
import { invalidIn, Refusal } from '../../http/errors.ts'

export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{24}$/i.test(text)
}

/** Where nobody looks at an id before the database does. */
export function requireCastable(id: string): void {
  if (!isObjectId(id)) throw new Refusal(500, 'Internal server error')
}

/** Where an id is checked first, by the command that is made of the request. */
export function requireObjectId(command: string, name: string, id: string): void {
  if (!isObjectId(id)) throw invalidIn(command, name, id, `${name} must be a mongodb id`)
}
