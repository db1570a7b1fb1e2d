// What a release is made of: exact versions, workflows that hold no secret, and a bill of materials.
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
}

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly dev?: true
  readonly optional?: true
  readonly link?: true
}

const manifest = JSON.parse(read('package.json')) as Manifest & { readonly dependencies?: unknown }
const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Locked & Partial<Manifest>>>
}

interface Component {
  readonly name: string
  readonly version?: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly needs?: string
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } }
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const workflows = readdirSync(new URL('.github/workflows/', root)).map((name) => {
  const text = read(`.github/workflows/${name}`)
  return { ...(parse(text) as Workflow), name, text }
})

const release = workflows.find(({ name }) => name === 'release.yml')

test('every version is exact, in the manifest and in the lockfile', () => {
  const wanted = Object.entries(manifest.devDependencies)
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  expect(packages['']).toMatchObject({ devDependencies: manifest.devDependencies })
  const installed = wanted.map(([name]) => [name, packages[`node_modules/${name}`]?.version])
  expect(installed).toEqual(wanted)
})

test('nothing is installed with the package', () => {
  expect(manifest.dependencies).toBe(undefined)
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  expect(shipped.map(([path]) => path)).toEqual([])
})

test('every package in the lockfile has its hash', () => {
  const unhashed = Object.entries(packages).filter(
    ([path, { integrity = '', link }]) => path !== '' && link !== true && !integrity.startsWith('sha512-'),
  )
  expect(unhashed.map(([path]) => path)).toEqual([])
})

test.each(workflows)('$name: every action is pinned to a commit, and says of which version', ({ text }) => {
  const uses = text.match(/uses: .*/g) ?? []
  expect(uses.length).toBeGreaterThan(0)
  expect(uses.filter((line) => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
})

test.each(workflows)(
  '$name: no secret is near, and what strangers write is never run',
  ({ on, text, jobs }) => {
    // Code of a pull request runs with nothing that it could take away.
    expect(Object.keys(on)).not.toContain('pull_request_target')
    expect(Object.keys(on)).not.toContain('workflow_run')
    expect(text).not.toMatch(/\bsecrets\b/)
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    // An expression inside a script would be part of it.
    expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false))
  },
)

test('only a release may write, and only what it has to', () => {
  const granted = workflows.map(({ name, permissions, jobs }) => [
    name,
    permissions,
    Object.fromEntries(Object.entries(jobs).map(([id, job]) => [id, job.permissions])),
  ])
  expect(granted).toEqual([
    ['audit.yml', { contents: 'read' }, { audit: undefined }],
    ['ci.yml', { contents: 'read' }, { ci: undefined, package: undefined, changeset: undefined }],
    [
      'release.yml',
      {},
      {
        check: { contents: 'read' },
        pack: { contents: 'read' },
        publish: { contents: 'write', packages: 'write', 'id-token': 'write' },
      },
    ],
  ])
})

test('CI runs the tests, and tries the package, on each version of Node from the oldest that is allowed', () => {
  const jobs = workflows.find(({ name }) => name === 'ci.yml')?.jobs ?? {}
  expect([jobs['ci'], jobs['package']].map((job) => job?.strategy?.matrix.node)).toEqual([
    [20, 22, 24],
    [20, 22, 24],
  ])
  expect((JSON.parse(read('package.json')) as { engines: unknown }).engines).toEqual({
    node: '^20.19 || >=22',
  })
  const tried = jobs['package']?.steps.flatMap(({ run }) => run ?? []).join('\n')
  expect(tried).toMatch(
    /npm ci\nnode scripts\/pack\.mjs packed\nnode scripts\/try-package\.mjs packed\/\*\.tgz/,
  )
})

test('a version tag is checked, published with provenance, and released with its image, a bill of materials and checksums', () => {
  expect(release?.on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } })
  expect([release?.jobs['pack']?.needs, release?.jobs['publish']?.needs]).toEqual(['check', 'pack'])
  const runs = (job: string): string[] => (release?.jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? [])
  expect(runs('check').join('\n')).toMatch(/GITHUB_REF_NAME[\s\S]*bash \.ci\/run/)
  expect(runs('pack').join('\n')).toMatch(
    /npm ci --ignore-scripts[\s\S]*docker build[\s\S]*docker save[\s\S]*> "release\/[\s\S]*scripts\/pack\.mjs release[\s\S]*cp sbom\.cdx\.json[\s\S]*sha256sum/,
  )
  const publish = runs('publish').join('\n')
  expect(publish).toMatch(
    /sha256sum --check[\s\S]*npm publish "\S*\.tgz" --provenance[\s\S]*docker push[\s\S]*gh release create "\$GITHUB_REF_NAME".* release\/\*/,
  )
  // The job that can sign a release runs nothing of the repository or its dependencies.
  expect(publish).not.toMatch(/npm (?:ci|install|run)|node |docker (?:build|run)/)
  expect(release?.jobs['publish']?.steps.map(({ uses = '' }) => uses).join('\n')).not.toContain('checkout')
})

test('the bill of materials and the licences name what is bundled, by its version in the lockfile', () => {
  const bill = JSON.parse(read('sbom.cdx.json')) as {
    readonly bomFormat: string
    readonly components: readonly Component[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const bundled = [
    '@hono/node-server',
    'commander',
    'csv-parse',
    'diff',
    'hono',
    'json-logic-engine',
    'llhttp',
    'undici',
    'yaml',
    'zod',
  ]
  expect(bill.components.map(({ name }) => name)).toEqual(bundled)
  const licences = read('THIRD-PARTY.txt')
  for (const { name, version, hashes = [] } of bill.components) {
    const title = name === 'llhttp' ? `${name} (part of undici ` : `${name} ${version}, `
    expect(licences.split(`\n${title}`)).toHaveLength(2)
    if (name === 'llhttp') continue
    const { version: locked, integrity = '' } = packages[`node_modules/${name}`] ?? {}
    expect(version).toBe(locked)
    const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    expect(hashes).toEqual([{ alg: 'SHA-512', content: hash }])
  }
  expect(licences).toContain('Copyright Fedor Indutny, 2018.')
})

test('neither names a time, a machine or a random number, so that the same commit gives the same files', () => {
  for (const file of ['sbom.cdx.json', 'THIRD-PARTY.txt'])
    expect(read(file)).not.toMatch(
      /timestamp|serialNumber|urn:uuid|registry|file:|node_modules|\b20\d\d-\d\d-\d\d/,
    )
})

test('what is bundled is audited every day, and when it changes', () => {
  const audit = workflows.find(({ name }) => name === 'audit.yml')
  expect(audit?.jobs['audit']?.steps.at(-1)?.run).toBe('node scripts/audit.mjs')
  expect(audit?.on).toMatchObject({
    pull_request: { paths: ['sbom.cdx.json'] },
    schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) as string }],
  })
})

test('SECURITY.md says how to report and how to verify, and goes no further than what is so', () => {
  const text = read('SECURITY.md')
  for (const needed of [
    'Report a vulnerability',
    'npm audit signatures',
    'SHA256SUMS',
    '.cdx.json',
    'Advisories for bundled',
  ])
    expect(text).toContain(needed)
  expect(text.split('\n').length).toBeLessThan(60)
  for (const asset of ['SHA256SUMS', '.cdx.json']) expect(release?.text).toContain(asset)
})
