// Where links in SARIF lead: to the manual of the version that runs, if its address is known.
import { expect, test } from 'vitest'
import { manualOf } from '../../../src/cli/ci/pipeline.ts'

test.each<readonly [string, Record<string, string>, string | undefined]>([
  ['nothing is known', {}, undefined],
  [
    'an action, which may be one of another project',
    {
      GITHUB_SERVER_URL: 'https://git.acme.example',
      GITHUB_ACTION_REPOSITORY: 'acme/deploy',
      GITHUB_ACTION_REF: 'v1',
    },
    undefined,
  ],
  [
    'a setting',
    { BELFRY_MANUAL_URL: 'https://docs.acme.example/belfry/' },
    'https://docs.acme.example/belfry/',
  ],
  [
    'a setting without a slash at the end',
    { BELFRY_MANUAL_URL: 'https://docs.acme.example' },
    'https://docs.acme.example/',
  ],
  ['an empty setting', { BELFRY_MANUAL_URL: '' }, undefined],
  ['an http address', { BELFRY_MANUAL_URL: 'http://docs.acme.example' }, undefined],
  ['a script', { BELFRY_MANUAL_URL: 'javascript:alert(1)' }, undefined],
  ['a relative path', { BELFRY_MANUAL_URL: '../docs' }, undefined],
])('%s', (_, env, manual) => {
  expect(manualOf({ env }, { version: '0.3.0' }).manual).toBe(manual)
})

test.each<readonly [string, Record<string, string>, string | undefined]>([
  ['no setting', {}, 'https://git.example/acme/belfry/blob/v0.3.0/docs/'],
  ['an empty setting', { BELFRY_MANUAL_URL: '' }, 'https://git.example/acme/belfry/blob/v0.3.0/docs/'],
  ['a setting', { BELFRY_MANUAL_URL: 'https://docs.acme.example' }, 'https://docs.acme.example/'],
  ['a setting that is not an https URL', { BELFRY_MANUAL_URL: '../docs' }, undefined],
])('a package that names its repository, with %s', (_, env, manual) => {
  const packaged = { address: 'https://git.example/acme/belfry', version: '0.3.0' }
  expect(manualOf({ env }, packaged).manual).toBe(manual)
})
