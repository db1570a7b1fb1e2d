// The address of the project has one setting, `repository` in package.json; all that is made from it is left out without it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addressOf, type Manifest } from '../../scripts/address.mjs'
import { packageFile } from '../../scripts/package-file.mjs'
import { putFiles } from '../../scripts/pack.mjs'
import { linksIn, projectManifest, type Link } from './package.ts'

const { repository: _own, ...nowhere } = projectManifest()
const somewhere: Manifest = {
  ...nowhere,
  version: '1.2.3',
  repository: { type: 'git', url: 'git+https://git.example/acme/belfry.git' },
}

test('the address for a browser is that of the repository', () => {
  expect(addressOf(somewhere)).toBe('https://git.example/acme/belfry')
  expect(addressOf({})).toBe(undefined)
})

test.each([
  'https://git.example/acme/belfry.git',
  'git+https://git.example/acme/belfry',
  'git+ssh://git@git.example/acme/belfry.git',
  'git+https://git.example.git',
  "git+https://git.example/acme/'belfry.git",
])('repository.url %s is an error', (url) => {
  expect(() => addressOf({ repository: { type: 'git', url } })).toThrow(url)
})

test('the program knows the version, and the address if there is one', async () => {
  expect(await packageFile(somewhere)).toMatch(
    /version = '1\.2\.3'\n[^]*oldestNode = '20\.19'\n[^]* = 'https:\/\/git\.example\/acme\/belfry'\n$/,
  )
  expect(await packageFile(nowhere)).toMatch(/address: string \| undefined = undefined\n$/)
})

const address = 'https://git.example/acme/belfry'

describe.each([
  {
    name: 'without an address',
    manifest: nowhere,
    fields: { repository: undefined, homepage: undefined, bugs: undefined },
    // To files of the package.
    manual: 'docs/README.md#examples',
    foreign: /^https:\/\/git\.example/,
    pictures: [],
  },
  {
    name: 'with an address',
    manifest: somewhere,
    fields: {
      repository: { type: 'git', url: `git+${address}.git` },
      homepage: `${address}#readme`,
      bugs: { url: `${address}/issues` },
    },
    // npm shows the README alone.
    manual: `${address}/blob/v1.2.3/docs/README.md#examples`,
    foreign: /^(?!https:)/,
    pictures: [`${address}/raw/v1.2.3/docs/pictures/comment-light.png`],
  },
])('a package $name', ({ manifest, fields, manual, foreign, pictures }) => {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-address-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let put: { readonly paths: readonly string[]; readonly links: readonly Link[] } | undefined

  /** Packed by the first test that needs it: `npm test` may run none. */
  function packed() {
    if (put !== undefined) return put
    const paths = putFiles(folder, manifest)
    return (put = { paths, links: linksIn(folder, paths).filter(({ target }) => !target.startsWith('#')) })
  }

  test('every link of its pages leads somewhere', () => {
    const { paths, links } = packed()
    expect(links.length).toBeGreaterThan(100)
    const broken = links.filter(({ page, target }) => {
      const file = posix.join(posix.dirname(page), target.replace(/#.*/, ''))
      const isPacked = paths.some((path) => path === file || path.startsWith(`${file}/`))
      return !target.startsWith('https:') && !isPacked
    })
    expect(broken).toEqual([])
  })

  test('package.json names the repository, the home page and where to report bugs, if they are known', () => {
    packed()
    const written = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
    expect({ repository: undefined, homepage: undefined, bugs: undefined, ...written }).toMatchObject(fields)
  })

  test('the README leads to the manual of this version', () => {
    const shown = packed().links.filter(({ page }) => page === 'README.md')
    const targets = shown.map(({ target }) => target)
    expect(targets).toContain(manual)
    expect(targets.filter((target) => foreign.test(target))).toEqual([])
    expect(shown.filter(({ isImage }) => isImage).map(({ target }) => target)).toEqual(pictures)
  })
})
