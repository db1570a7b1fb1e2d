import { expect, test } from 'vitest'
import { selectTargets } from '../../src/project/targets.ts'

const all = ['EU', 'US', 'US,EU']

test.each([
  [['EU,US'], ['EU', 'US'], []],
  [['U*,EU'], ['EU', 'US', 'US,EU'], []],
  [['US,EU'], ['US,EU'], []],
  [['EU,UK'], ['EU'], ['unknown target "UK"; did you mean "US"?']],
  [['{E,U}*'], ['EU', 'US', 'US,EU'], []],
  [['{EU,UK},US'], ['EU', 'US'], []],
  [['{E'], [], ['unknown target "{E"']],
  [['EU,'], ['EU'], ['unknown target ""']],
])('-t %j: targets %j, problems %j', (patterns, targets, problems) => {
  const found: string[] = []
  const chosen = selectTargets(all, patterns, ({ message }) => {
    found.push(message)
    return 'error'
  })
  expect({ chosen, found }).toEqual({ chosen: targets, found: problems })
})
