import { registry } from '../../src/kinds/registry.ts'
import { wholeMix, law } from './worlds/law.ts'
import { isOrderFree } from './worlds/order.ts'
import { someWorld } from './worlds/worlds.ts'

law('live order and key order never matter', {
  name: 'order',
  cases: someWorld,
  runs: { full: 100 },
  mix: wholeMix,
  holds: (live, mix) => isOrderFree(live, { registry }, mix),
})
