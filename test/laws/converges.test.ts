import { registry } from '../../src/kinds/registry.ts'
import { converges } from './worlds/converges.ts'
import { wholeMix, law } from './worlds/law.ts'
import { unlike } from './worlds/unlike.ts'
import { someWorld } from './worlds/worlds.ts'

law('after an apply the plan is empty and sends no write', {
  name: 'converges',
  cases: someWorld,
  runs: { full: 150 },
  mix: wholeMix,
  holds: (live, mix) => converges(live, { registry, unlike }, mix),
})
