// The part of a service that knows toys, as routes of a sandbox.
import type { RouteContext, Routes } from '../../../src/sandbox/index.ts'
import type { Toy } from './toy.ts'

export interface ToyService {
  readonly routes: Routes
  /** Of one environment. */
  readonly toys: (environment: string) => readonly Toy[]
}

export function toyService(): ToyService {
  const environments = new Map<string, Map<string, Toy>>()
  const routes: Routes = (app, context) => {
    const own = (c: Parameters<RouteContext['environment']>[0]): Map<string, Toy> => {
      const environment = context.environment(c)
      const toys = context.collection<Toy>(environment, 'toys')
      environments.set(environment.name, toys)
      return toys
    }
    app.get('/v1/toys', (c) => c.json([...own(c).values()]))
    app.post('/v1/toys', (c) => {
      const body = context.body(c) as Omit<Toy, '_id' | 'lid'>
      const toys = own(c)
      if ([...toys.values()].some(({ name }) => name === body.name))
        throw context.refusal(409, `There is a toy ${body.name}`)
      const toy = { lid: 'shut' as const, ...body, _id: context.id() }
      toys.set(toy._id, toy)
      return c.json(toy, 201)
    })
    const change = (c: Parameters<RouteContext['environment']>[0]) => {
      const toys = own(c)
      const toy = toys.get(c.req.param('toyId') ?? '')
      if (toy === undefined) throw context.refusal(404, 'No such toy')
      const changed = { ...toy, ...(context.body(c) as Partial<Toy>) }
      toys.set(toy._id, changed)
      return c.json(changed)
    }
    app.patch('/v1/toys/:toyId', change)
    app.put('/v1/toys/:toyId/lid', change)
  }
  return { routes, toys: (environment) => [...(environments.get(environment)?.values() ?? [])] }
}
