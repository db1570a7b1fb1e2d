// Routes for the user of the sandbox: its providers' replies, its keys, its time and its faults. They accept any environment's
// key.
import { z } from 'zod'
import { invalid } from './refusals.ts'
import type { RequestContext, SandboxApp } from './request-log.ts'
import { FaultError } from '../faults/fault.ts'
import type { Faults } from '../faults/faults.ts'
import { createProviders, providerOutcome } from '../providers/provider-outcomes.ts'
import { maybe, number, sentences, text } from '../operations/request-values.ts'
import { now } from '../setting.ts'
import type { World } from '../profile.ts'

const advance = z.object({ milliseconds: number.min(0) })
const faultsToSet = z.object({ faults: z.array(text), seed: maybe(number.int()) })

export function adminRoutes(app: SandboxApp, world: World, faults: Faults): void {
  const providers = createProviders(world)
  const shownFaults = () => ({ faults: faults.list(), seed: faults.seed })
  const time = () => ({ now: now(world), speed: world.clock.speed })

  app.get('/_sandbox/providers', (c) => c.json(providers.list()))
  app.put('/_sandbox/providers/:providerId', (c) => {
    providers.set(c.req.param('providerId'), checked(c, providerOutcome))
    return c.json(providers.get(c.req.param('providerId')))
  })
  app.get('/_sandbox/keys', (c) => c.json(world.store.keys))
  app.get('/_sandbox/clock', (c) => c.json(time()))
  app.post('/_sandbox/clock/advance', (c) => {
    world.clock.advance(checked(c, advance).milliseconds)
    return c.json(time())
  })
  app.get('/_sandbox/faults', (c) => c.json(shownFaults()))
  app.put('/_sandbox/faults', (c) => {
    const { faults: specs, seed } = checked(c, faultsToSet)
    try {
      faults.set(specs, seed)
    } catch (error) {
      if (error instanceof FaultError) throw invalid([error.message])
      throw error
    }
    return c.json(shownFaults())
  })
  app.delete('/_sandbox/faults', (c) => {
    faults.set([])
    return c.json(shownFaults())
  })
}

/** The body of a request. Throws a Refusal if it doesn't have the shape. */
function checked<Shape extends z.ZodType>(c: RequestContext, shape: Shape): z.infer<Shape> {
  const read = shape.safeParse(c.get('body') ?? {})
  if (!read.success) throw invalid(sentences(read.error))
  return read.data
}
