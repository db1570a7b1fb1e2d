// What explanations read of the service: the integrations and the recipients, and only where something went wrong.
import { expect, test } from 'vitest'
import type { Delivery, Step } from '../../../src/core/delivery/delivery.ts'
import { triggerTerms } from '../../../src/core/delivery/triggered.ts'
import { remedy, survey } from '../../../src/delivery/explain/surroundings.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { declared, lookAt } from '../../support/laws-kinds.ts'
import { json } from '../../support/scripted-transport.ts'

function delivery(recipient: string, status: string, text = ''): Delivery {
  const details = text === '' ? [] : [{ status: 'Failed', text, raw: '', source: 'Internal' }]
  const step: Step = {
    channel: 'email',
    name: '',
    status,
    senders: [],
    guess: '',
    waits: '',
    filters: [],
    details,
  }
  const nothing = { event: 'e', workflow: 'w', created: '', messages: [], payload: {} }
  return { recipient, state: 'over', steps: [step], ...nothing }
}

const absent: Delivery = { ...delivery('ada', 'completed'), state: 'absent', steps: [] }

const message = { id: '', channel: 'email', provider: '', subject: '', title: '', content: '' }
const unsent: Delivery = {
  ...delivery('ada', 'completed'),
  messages: [{ ...message, status: 'error', errorText: 'no mailbox of Ada' }],
}

/** Fails for the paths that contain one of `failing`. */
function surveyed(deliveries: readonly Delivery[], failing: readonly string[] = []) {
  const { access, asked } = lookAt(({ url }) => {
    if (failing.some((part) => url.includes(part))) return json({ message: 'no' }, 403)
    if (url.includes('/integrations')) return json([])
    const data = url.includes('ada') ? [{ subscriberId: 'ada', email: 'a@acme.example' }] : []
    return json({ data, next: null, totalCount: data.length })
  })
  const known = {
    target: {},
    declared: Resources.of([]),
    to: 'ada',
    transactionId: 't',
    terms: triggerTerms(),
  }
  return survey(deliveries, { ...known, access, shown: (item) => ({ ...item, shown: true }) }).then(
    (around) => ({
      around,
      reads: asked().length,
    }),
  )
}

test.each<[string, Delivery, boolean]>([
  ['is done', delivery('ada', 'completed'), false],
  ['is merged', delivery('ada', 'merged'), false],
  ['was canceled with the rest', delivery('ada', 'canceled'), false],
  ['was canceled for a cause of its own', delivery('ada', 'canceled', 'filtered by preference'), true],
  ['failed', delivery('ada', 'failed'), true],
  ['is done, but not its message', unsent, true],
  ['was skipped', delivery('ada', 'skipped'), true],
  ['never appeared', absent, true],
])('of a recipient whose step %s, the service is asked: %s', async (_, each, isAsked) => {
  const { around, reads } = await surveyed([delivery('bob', 'completed'), each])
  expect(around).toMatchObject({ to: 'ada', transactionId: 't' })
  expect([around.integrations, [...around.subscribers.keys()]]).toEqual(
    isAsked ? [[], ['ada']] : [undefined, []],
  )
  expect(reads).toBe(isAsked ? 2 : 0)
})

test('a recipient is shown without secrets, or is unknown', async () => {
  const { around } = await surveyed([delivery('ada', 'failed'), delivery('bob', 'failed')])
  expect(around.subscribers.get('ada')).toMatchObject({ subscriberId: 'ada', shown: true })
  expect(around.subscribers.get('bob')).toBe('unknown')
})

test('at most ten recipients are looked up, and none after a look-up that fails', async () => {
  const many = Array.from({ length: 12 }, (_, at) => delivery(`r${at}`, 'failed'))
  expect((await surveyed(many)).around.subscribers.size).toBe(10)
  const { around, reads } = await surveyed([delivery('bob', 'failed'), ...many], ['r0'])
  expect([...around.subscribers.keys()]).toEqual(['bob'])
  expect(reads).toBe(3)
  expect((await surveyed(many, ['/integrations'])).around.integrations).toBeUndefined()
})

test.each([
  [{}, 'belfry apply'],
  [{ protection: {} }, 'belfry plan --out FILE, then belfry apply FILE'],
])('the advice is accepted by target %j', (target, command) => {
  const around = {
    declared: Resources.of([declared(integration, { identifier: 'main', active: true })]),
    target,
  }
  expect(remedy('main', 'active', around)).toBe(
    `Run ${command} to set active: true on integration main, as the manifest declares.`,
  )
  expect(remedy('main', 'primary', around)).toBe(
    `Set primary: true on integration main, then run ${command}.`,
  )
})
