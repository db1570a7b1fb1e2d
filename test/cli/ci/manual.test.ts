// Where links in SARIF lead: to the manual of the version that runs, if its address is known.
import { expect, test } from 'vitest'
import { manualOf } from '../../../src/cli/ci/pipeline.ts'

const action = {
  GITHUB_SERVER_URL: 'https://git.acme.example',
  GITHUB_ACTION_REPOSITORY: 'acme/belfry',
  GITHUB_ACTION_REF: 'v1',
}
const ofAction = 'https://git.acme.example/acme/belfry/blob/v1/docs/'

test.each<readonly [string, Record<string, string>, string | undefined]>([
  ['nothing is known', {}, undefined],
  ['it runs as an action', action, ofAction],
  ['it runs in a step without an action', { ...action, GITHUB_ACTION_REPOSITORY: '' }, undefined],
  ['the action is in the repository itself', { ...action, GITHUB_ACTION_REF: '' }, undefined],
  ['the server has no https', { ...action, GITHUB_SERVER_URL: 'http://git.acme.example' }, undefined],
  [
    'a setting',
    { BELFRY_MANUAL_URL: 'https://docs.acme.example/belfry/' },
    'https://docs.acme.example/belfry/',
  ],
  [
    'a setting and an action',
    { ...action, BELFRY_MANUAL_URL: 'https://docs.acme.example' },
    'https://docs.acme.example/',
  ],
  ['an http address', { BELFRY_MANUAL_URL: 'http://docs.acme.example' }, undefined],
  ['a script', { BELFRY_MANUAL_URL: 'javascript:alert(1)' }, undefined],
  ['a relative path', { BELFRY_MANUAL_URL: '../docs' }, undefined],
  ['an invalid setting of an action', { ...action, BELFRY_MANUAL_URL: 'docs' }, ofAction],
])('%s', (_, env, manual) => {
  expect(manualOf({ env }).manual).toBe(manual)
})
