import { registry } from '../../src/kinds/registry.ts'
import { edit } from './worlds/edits.ts'
import { wholeMix, law } from './worlds/law.ts'
import { sendsOneField } from './worlds/one-field.ts'
import { someWorld } from './worlds/worlds.ts'

law('one changed field sends that field only', {
  name: 'one field',
  cases: someWorld,
  runs: { full: 120 },
  mix: wholeMix,
  holds: (live, mix) => sendsOneField(live, { registry, edit }, mix),
})
