// The part of a service that knows toys, as routes of a sandbox.
import { conflict, notFound } from '../../../src/sandbox/http/refusals.ts'
import type { RequestContext } from '../../../src/sandbox/http/request-log.ts'
import type { Routes } from '../../../src/sandbox/index.ts'
import type { Toy } from './toy.ts'

export interface ToyService {
  readonly routes: Routes
  /** Of one environment. */
  readonly toys: (environment: string) => readonly Toy[]
}

export function toyService(): ToyService {
  const environments = new Map<string, Map<string, Toy>>()
  let count = 0
  const routes: Routes = (app) => {
    const own = (c: RequestContext): Map<string, Toy> => {
      const { name } = c.get('environment')
      const toys = environments.get(name) ?? new Map<string, Toy>()
      environments.set(name, toys)
      return toys
    }
    app.get('/v1/toys', (c) => c.json([...own(c).values()]))
    app.post('/v1/toys', (c) => {
      const body = c.get('body') as Omit<Toy, '_id' | 'lid'>
      const toys = own(c)
      if ([...toys.values()].some(({ name }) => name === body.name))
        throw conflict(`There is a toy ${body.name}`)
      count += 1
      const toy = { lid: 'shut' as const, ...body, _id: `toy-${count}` }
      toys.set(toy._id, toy)
      return c.json(toy, 201)
    })
    const change = (c: RequestContext) => {
      const toys = own(c)
      const toy = toys.get(c.req.param('toyId') ?? '')
      if (toy === undefined) throw notFound('No such toy')
      const changed = { ...toy, ...(c.get('body') as Partial<Toy>) }
      toys.set(toy._id, changed)
      return c.json(changed)
    }
    app.patch('/v1/toys/:toyId', change)
    app.put('/v1/toys/:toyId/lid', change)
  }
  return { routes, toys: (environment) => [...(environments.get(environment)?.values() ?? [])] }
}
