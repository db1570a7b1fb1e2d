// The schemas of each kind, built once a run.
import type { z } from 'zod'
import { resolved, tolerant, type Form } from '../kinds/form.ts'
import type { Kind } from '../kinds/kind.ts'

export interface Forms {
  /** Finds everything that is wrong. */
  readonly strict: (kind: Kind) => z.ZodObject
  /** Gives the value where all that is wrong is warned of only. */
  readonly tolerant: (kind: Kind) => z.ZodObject
}

export function formsOf(): Forms {
  return { strict: remember(resolved), tolerant: remember(tolerant) }
}

function remember(form: Form): (kind: Kind) => z.ZodObject {
  const known = new Map<string, z.ZodObject>()
  return (kind) => {
    const schema = known.get(kind.name) ?? kind.schema(form)
    known.set(kind.name, schema)
    return schema
  }
}
