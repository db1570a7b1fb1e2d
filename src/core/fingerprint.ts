// Tells secrets apart without showing them.
import { createHash } from 'node:crypto'
import { reveal, type Secret } from './secret.ts'

/** sha256 in hex, as services store it beside an API key. */
export function sha256(secret: Secret): string {
  return createHash('sha256')
    .update(String(reveal(secret)))
    .digest('hex')
}
