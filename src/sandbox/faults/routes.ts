// Faults over HTTP: looked at, replaced and switched off.
import { z } from 'zod'
import { checked } from '../http/admin.ts'
import { invalid } from '../http/errors.ts'
import type { SandboxApp } from '../http/request.ts'
import { maybe, number, text } from '../operations/shapes.ts'
import { FaultError } from './fault.ts'
import type { Faults } from './faults.ts'

const wanted = z.object({ faults: z.array(text), seed: maybe(number.int()) })

export function faultRoutes(app: SandboxApp, faults: Faults): void {
  const shown = () => ({ faults: faults.list(), seed: faults.seed })

  app.get('/_sandbox/faults', (c) => c.json(shown()))
  app.put('/_sandbox/faults', (c) => {
    const { faults: specs, seed } = checked(c, wanted)
    try {
      faults.set(specs, seed)
    } catch (error) {
      if (error instanceof FaultError) throw invalid([error.message])
      throw error
    }
    return c.json(shown())
  })
  app.delete('/_sandbox/faults', (c) => {
    faults.set([])
    return c.json(shown())
  })
}
