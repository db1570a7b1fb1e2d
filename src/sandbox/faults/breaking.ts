// Breaks a reply on its way out, where a fault says so.
import type { MiddlewareHandler } from 'hono'
import { Refusal } from '../http/errors.ts'
import { pathOf, type RequestContext, type SandboxEnv } from '../http/request.ts'
import { now } from '../setting.ts'
import type { World } from '../profile.ts'
import type { Manner } from './catalogue.ts'
import { lost } from './apply-faults.ts'

const page =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body>Sign in to go on.</body></html>\n'

export function breaking(world: World): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next()
    const breaks = c.get('breaks')
    if (breaks === undefined) return
    c.set('meantStatus', c.res.status)
    const broken = await manners[breaks.manner](c, world, Number(breaks.amount))
    c.set('reply', undefined)
    // A reply that is set over another one would take its headers along.
    c.res = undefined
    c.res = broken
  }
}

type Break = (c: RequestContext, world: World, status: number) => Response | Promise<Response>

const manners: Readonly<Record<Manner, Break>> = {
  error: (c, world) =>
    Response.json(
      world.profile.wire.errorBody(new Refusal(500, 'Internal server error'), pathOf(c), now(world)),
      { status: 500 },
    ),
  html: (_, __, status) =>
    new Response(page, { status, headers: { 'content-type': 'text/html; charset=utf-8' } }),
  hang: () => lost(),
  reset: (c) => {
    c.env.outgoing.socket?.resetAndDestroy()
    return lost()
  },
  half: async (c) => {
    const { outgoing } = c.env
    const text = Buffer.from(await c.res.clone().arrayBuffer())
    outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': text.length })
    await new Promise<void>((resolve) => outgoing.write(text.subarray(0, text.length >> 1), () => resolve()))
    outgoing.destroy()
    return lost()
  },
}
