import { sendsWhatWasApproved } from './worlds/approved.ts'
import { law } from './worlds/law.ts'
import { someWorld } from './worlds/worlds.ts'

law('an approved plan is carried out, and nothing else', {
  name: 'approved',
  cases: someWorld,
  runs: { full: 500 },
  mix: [
    'written',
    'edited by hand',
    'another merge',
    'wrong secrets',
    'all of it',
    'exit 0',
    'exit 5',
    'secrets-left',
    'not-in-approved-plan',
  ],
  holds: sendsWhatWasApproved,
})
