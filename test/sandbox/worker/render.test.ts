import { join } from 'node:path'
import { expect, test } from 'vitest'
import { render, renderAll } from '../../../src/sandbox/worker/render.ts'
import { growthOf, linear } from '../../support/steps/steps.ts'

const scope = {
  payload: {
    product: 'Acme',
    order: { id: 7, lines: [1, 2] },
    subscriber: 'x',
    braces: '{{product}}',
    valueOf: 'own',
  },
  subscriber: { firstName: 'Ann', data: { team: 'ops' }, phone: null },
  tenant: { name: 'Globex' },
  step: { total_count: 2, events: [{ a: 1 }] },
}

test.each([
  ['', ''],
  ['no braces } { here', 'no braces } { here'],
  ['{{payload.product}}', 'Acme'],
  ['{{ product }}!', 'Acme!'],
  ['{{order.id}} {{payload.order.lines}} {{payload.order}}', '7 [1,2] {"id":7,"lines":[1,2]}'],
  ['{{subscriber.firstName}} of {{subscriber.data.team}}', 'Ann of ops'],
  ['{{tenant.name}}: {{step.total_count}}, {{step.events}}', 'Globex: 2, [{"a":1}]'],
  ['[{{payload.nothing}}{{subscriber.phone}}{{}}{{a.b.c}}]', '[]'],
  ['{{payload.constructor.name}}{{toString}}{{__proto__}}', ''],
  ['{{valueOf}}', 'own'],
  ['{{payload.braces}}', '{{product}}'],
  ['{{open', '{{open'],
  ['{{a {{product}} }}', '{{a Acme }}'],
  ['}}{{product}}{{', '}}Acme{{'],
])('%s → %s', (template, expected) => {
  expect(render(template, scope)).toBe(expected)
})

test('the texts of objects and lists are filled in, other values stay', () => {
  const template = { a: ['{{product}}', { b: '{{order.id}}' }], c: 1, d: null, e: true }
  expect(renderAll(template, scope)).toEqual({ a: ['Acme', { b: '7' }], c: 1, d: null, e: true })
})

test('a hostile string takes linear work', async () => {
  const growth = await growthOf(join(import.meta.dirname, 'render-work.ts'), 1000)
  expect(growth['openBraces']).toBeLessThan(linear)
  expect(growth['nestedBraces']).toBeLessThan(linear)
})
