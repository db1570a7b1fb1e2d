// Routes for the user of the sandbox: its providers' replies, its keys and its time. They accept any environment's key.
import { z } from 'zod'
import { invalid } from './refusals.ts'
import type { RequestContext, SandboxApp } from './request-log.ts'
import { createProviders, providerOutcome } from '../providers/provider-outcomes.ts'
import { number, sentences } from '../operations/request-values.ts'
import { now } from '../setting.ts'
import type { World } from '../profile.ts'

const advance = z.object({ milliseconds: number.min(0) })

export function adminRoutes(app: SandboxApp, world: World): void {
  const providers = createProviders(world)
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
}

export function checked<Shape extends z.ZodType>(c: RequestContext, shape: Shape): z.infer<Shape> {
  const read = shape.safeParse(c.get('body') ?? {})
  if (!read.success) throw invalid(sentences(read.error))
  return read.data
}
