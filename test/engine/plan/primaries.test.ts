// Of a channel's integrations one is primary: several are seen, set right, and not made by an apply's own creates.
import { describe, expect, test } from 'vitest'
import { exitOfApply, exitOfPlan } from '../../../src/library/exit.ts'
import { appliedNodes } from '../../../src/report/document/apply.ts'
import { nodesText } from '../../../src/report/text/nodes.ts'
import { planText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'
import { profileNames, type ProfileName, type Seed } from '../../../src/sandbox/index.ts'
import { openScene, outcomes } from '../../support/laws/scene.ts'
import { patient } from '../../../src/service/retry.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { watched } from '../../support/laws/transports.ts'
import type { World } from '../../support/laws/world.ts'

const environment = 'Production'
const old = { environment, identifier: 'old', providerId: 'mailgun', channel: 'email' as const, active: true }
const main = { ...old, identifier: 'main', providerId: 'ses' }
const both: Seed['integrations'] = [old, main].map((row) => ({ ...row, primary: true }))
const declaredMain = (more = ''): string =>
  `integrations: [{ identifier: main, providerId: ses, channel: email, primary: true${more} }]`

/** `old*, (main)`: of email, in the order of the list, primaries marked, inactive ones in brackets. */
function emails(world: World): string {
  return world.sandbox.state.integrations
    .list(environment)
    .filter(({ channel }) => channel === 'email')
    .map(
      ({ identifier, active, primary }) => (active ? identifier : `(${identifier})`) + (primary ? '*' : ''),
    )
    .join(', ')
}

/** `PUT {"active":false}`: of the writes their methods and bodies. */
function sent(world: World): string[] {
  return world
    .writes()
    .map(({ method, body }) => (body === undefined ? method : `${method} ${JSON.stringify(body)}`))
}

async function inScene(
  scene: {
    readonly yaml: string
    readonly integrations?: Seed['integrations']
    readonly profile?: ProfileName
  },
  run: (world: World) => Promise<void>,
): Promise<void> {
  const world = await openScene(scene)
  try {
    await run(world)
  } finally {
    await world.close()
  }
}

describe.each(profileNames)('in %s several primaries of one channel', (profile) => {
  test('are a difference where the channel’s primary is declared', async () => {
    await inScene({ yaml: declaredMain(), integrations: both, profile }, async (world) => {
      const { plan } = await world.plan()
      expect(planText(plan, plain).replaceAll(world.sandbox.url, 'URL')).toContain(
        `^ integration main  becomes the only primary for email    (stdin):2
      request 1: PUT /v1/integrations/{id of integration main}  active: false
      request 2: POST /v1/integrations/{id of integration main}/set-primary
      request 3, only if the service doesn't undo request 1: PUT /v1/integrations/{id of integration main}  active: true
      side effect: old stops being primary
! integration old is in the service but in no manifest; left unchanged

Plan: 1 to set primary, 1 unmanaged.   2 writes`,
      )
      expect(exitOfPlan(plan)).toBe(2)
    })
  })

  test.each(['', ', active: true'])(
    'become one by one change%s, and one is active all the time',
    async (more) => {
      await inScene({ yaml: declaredMain(more), integrations: both, profile }, async (world) => {
        const seen: string[] = []
        const transport = watched(world.transport, () => seen.push(emails(world)))
        const result = await world.apply({ transport })
        expect(outcomes(result)).toEqual(['integration/main/set-primary done'])
        expect([exitOfApply(result, undefined), emails(world)]).toEqual([0, 'old, main*'])
        expect(seen.every((state) => /(^|, )\w+\*/.test(state))).toBe(true)
        const [off, on] = ['PUT {"active":false}', 'PUT {"active":true}']
        // In the contract switching off takes no flag away, and a promotion switches nothing on.
        expect(sent(world)).toEqual([off, ...(profile === 'contract' ? [on] : []), 'POST'])
        world.sandbox.clearLog()
        const again = await world.apply()
        expect([again.results, world.writes()]).toEqual([[], []])
      })
    },
  )

  test('are left alone with a warning where none is declared, and nothing is verified', async () => {
    const yaml =
      'integrations: [{ identifier: main, providerId: ses, channel: email, name: New }, { identifier: chat, providerId: slack, channel: chat }]'
    await inScene({ yaml, integrations: both, profile }, async (world) => {
      const { plan } = await world.plan()
      expect(plan.problems).toMatchObject([
        {
          rule: 'several-primaries',
          severity: 'warning',
          message:
            'email: main and old are primary, and the service uses the newest active primary integration',
          hint: 'Declare `primary: true` for only one of these integrations.',
          position: { line: 2 },
        },
      ])
      const result = await world.apply()
      expect(outcomes(result)).toEqual(['integration/main/update done', 'integration/chat/create done'])
      expect([exitOfApply(result, undefined), emails(world)]).toEqual([6, 'old*, main*'])
      expect(nodesText([appliedNodes({ result })], plain)).toContain(
        'Not verified: email: main and old are primary, and the service uses the newest active primary integration. Declare `primary: true` for only one of these integrations.',
      )
      expect(nodesText([appliedNodes({ result })], plain)).not.toContain('Verified')
    })
  })
})

describe.each(['novu-2026-04', 'novu-2026-09'] as const)('in %s', (profile) => {
  test.each(['', ', active: true'])(
    'what a run left that was killed between the two requests, the next one finishes%s',
    async (more) => {
      await inScene({ yaml: declaredMain(more), integrations: both, profile }, async (world) => {
        const killed: Transport = async (request) => {
          if (request.method === 'POST') throw new Error('killed')
          return world.transport(request)
        }
        await world.apply({ transport: killed })
        expect(emails(world)).toBe('old*, (main)')
        const result = await world.apply()
        expect([exitOfApply(result, undefined), emails(world)]).toEqual([0, 'old, main*'])
        expect(outcomes(result)).toEqual([
          ...(more === '' ? [] : ['integration/main/update done']),
          'integration/main/set-primary done',
        ])
      })
    },
  )

  test('a second request that is refused is undone, and what became of it is reported', async () => {
    await inScene({ yaml: declaredMain(), integrations: both, profile }, async (world) => {
      world.sandbox.faults.set(['500-before:setPrimaryIntegration'])
      const result = await world.apply()
      expect(exitOfApply(result, undefined)).toBe(5)
      expect(emails(world)).toBe('old*, main')
      world.sandbox.faults.set([])
      expect(exitOfApply(await world.apply(), undefined)).toBe(0)
      expect(emails(world)).toBe('old, main*')
    })
  })

  test('an interruption between the two requests waits for the second one', async () => {
    await inScene({ yaml: declaredMain(), integrations: both, profile }, async (world) => {
      const interruption = new AbortController()
      const transport = patient(
        watched(world.transport, () => interruption.abort()),
        {
          rate: { share: 1 },
          clock: () => 0,
          sleep: async () => undefined,
          random: () => 0,
          budget: 1000,
          stop: interruption.signal,
        },
      )
      const result = await world.apply({ transport, stop: interruption.signal })
      expect(outcomes(result)).toEqual(['integration/main/set-primary done'])
      expect(emails(world)).toBe('old, main*')
    })
  })

  test('nothing is switched off once another run has set it right', async () => {
    await inScene({ yaml: declaredMain(), integrations: both, profile }, async (world) => {
      const planned = await world.plan()
      world.sandbox.state.integrations.edit(environment, 'old', { primary: false })
      const result = await world.apply({}, planned)
      expect([outcomes(result), sent(world)]).toEqual([['integration/main/set-primary done already'], []])
    })
  })

  test('nothing is switched off where no other active one is primary any more', async () => {
    await inScene({ yaml: declaredMain(), integrations: both, profile }, async (world) => {
      const planned = await world.plan()
      world.sandbox.state.integrations.edit(environment, 'old', { active: false })
      const result = await world.apply({}, planned)
      expect(sent(world)).toEqual(['POST'])
      expect([exitOfApply(result, undefined), emails(world)]).toEqual([6, '(old)*, main*'])
    })
  })
})

describe('creates', () => {
  const create = (identifier: string, more = ''): string =>
    `{ identifier: ${identifier}, providerId: ses, channel: email, active: true${more} }`
  const chat = '{ identifier: chat, providerId: slack, channel: chat, active: true }'
  const yamlOf = (...items: readonly string[]): string => `integrations: [${items.join(', ')}]`

  /** `+a`, `-a`: when each create begins and ends; `list` when the integrations are read in between. */
  async function course(yaml: string, integrations: Seed['integrations'] = []): Promise<readonly string[]> {
    const events: string[] = []
    await inScene({ yaml, integrations, profile: 'novu-2026-04' }, async (world) => {
      const planned = await world.plan()
      const transport: Transport = async (request) => {
        const { identifier } = JSON.parse(request.body ?? '{}') as { readonly identifier?: string }
        if (request.method === 'GET') events.push('list')
        else events.push(`+${identifier}`)
        const reply = await world.transport(request)
        if (request.method !== 'GET') events.push(`-${identifier}`)
        return reply
      }
      const result = await world.apply({ transport, parallel: 4 }, planned)
      expect(exitOfApply(result, undefined)).toBe(0)
      expect(emails(world).split('*')).toHaveLength(2)
    })
    // What the creates are based on.
    expect(events.shift()).toBe('list')
    return events
  }

  test('of a channel without a primary: the first goes alone, a list follows, then the others at once', async () => {
    const events = await course(yamlOf(create('a'), create('b'), create('c'), chat))
    const at = (event: string): number => events.indexOf(event)
    expect(events.slice(0, 2).sort()).toEqual(['+a', '+chat'])
    expect(events.slice(at('-a'), at('+b')).filter((event) => event !== '-chat')).toEqual(['-a', 'list'])
    expect(at('+c')).toBe(at('+b') + 1)
  })

  test('of a channel without a primary: the one that is to be primary goes first', async () => {
    const events = await course(yamlOf(create('a'), create('b', ', primary: true')))
    expect(events.slice(0, 4)).toEqual(['+b', '-b', 'list', '+a'])
  })

  test('that are not active wait for none', async () => {
    const inactive = '{ identifier: a, providerId: ses, channel: email, active: false }'
    const events = await course(yamlOf(inactive, create('b'), create('c')))
    expect(events.slice(0, 2).sort()).toEqual(['+a', '+b'])
  })

  test('of a channel that has a primary go at once', async () => {
    const events = await course(yamlOf(create('a'), create('b')), [{ ...old, primary: true }])
    expect(events.slice(0, 2)).toEqual(['+a', '+b'])
  })

  test('where the first is refused the next one goes alone', async () => {
    const yaml = yamlOf(create('a'), create('b'), create('c'))
    await inScene({ yaml, profile: 'novu-2026-04' }, async (world) => {
      world.sandbox.faults.set(['500-before:createIntegration@1'])
      const events: string[] = []
      const transport: Transport = async (request) => {
        const { identifier = 'list' } = JSON.parse(request.body ?? '{}') as { readonly identifier?: string }
        if (identifier !== 'list') events.push(`+${identifier}`)
        const reply = await world.transport(request)
        if (identifier !== 'list') events.push(`-${identifier}`)
        return reply
      }
      await world.apply({ transport, parallel: 4 })
      expect(events.slice(0, 5)).toEqual(['+a', '-a', '+b', '-b', '+c'])
    })
  })

  test('beside those of another writer that races: exit 6, and what did not happen is shown', async () => {
    const yaml = yamlOf(create('a', ', primary: true'))
    await inScene(
      { yaml, integrations: [{ ...old, primary: true }], profile: 'novu-2026-04' },
      async (world) => {
        const { state } = world.sandbox
        // Another writer's promotion, based on what it read before ours.
        const transport = watched(world.transport, ({ url }) => {
          if (url.endsWith('/set-primary')) state.integrations.edit(environment, 'old', { primary: true })
        })
        const result = await world.apply({ transport })
        expect([exitOfApply(result, undefined), emails(world)]).toEqual([6, 'old*, a*'])
        const said = nodesText([appliedNodes({ result })], plain)
        expect(said).not.toContain('Verified')
        expect(said).toContain(`  ^ integration a  becomes the only primary for email: primary
      this expected side effect did not happen: old stops being primary`)
      },
    )
  })

  test('are promoted by a deployed service: already so only where no other is primary', async () => {
    const yaml = yamlOf(create('a', ', primary: true'))
    const already = 'integration/a/set-primary done already'
    await inScene({ yaml, profile: 'novu-2026-04' }, async (world) => {
      expect(outcomes(await world.apply())).toEqual(['integration/a/create done', already])
    })
    await inScene({ yaml, profile: 'novu-2026-04' }, async (world) => {
      const transport = watched(world.transport, ({ url }) => {
        if (url.endsWith('/v1/integrations')) world.sandbox.state.integrations.add({ ...old, primary: true })
      })
      const result = await world.apply({ transport })
      expect(outcomes(result)).not.toContain(already)
      expect(exitOfApply(result, undefined)).toBe(6)
    })
  })
})
