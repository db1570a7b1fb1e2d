// A project of many subscribers: ten in NDJSON for each one in YAML.
import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registry } from '../../../src/kinds/registry.ts'
import { loadManifests } from '../../../src/manifest/load-manifests.ts'
import { loadProject } from '../../../src/project/load-project.ts'
import type { Work } from '../../support/steps/steps.ts'

const project = `service: { url: sandbox }
targets: { Production: { apiKey: "\${env:KEY}" } }
manifests: [people.yaml]
`

export const manySubscribers: Work = (size) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-work-')))
  const linesOf = (count: number, lineOf: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => `${lineOf(index)}\n`).join('')
  const inYaml = (index: number): string =>
    `  - { subscriberId: "yaml-${index}", email: "y${index}@acme.example", data: { n: ${index} } }`
  const inJson = (index: number): string =>
    `{"subscriberId":"user-${index}","email":"u${index}@acme.example","timezone":"Europe/Berlin","data":{"n":${index}}}`
  writeFileSync(join(cwd, 'belfry.yaml'), project)
  writeFileSync(join(cwd, 'people.ndjson'), linesOf(10 * size, inJson))
  writeFileSync(
    join(cwd, 'people.yaml'),
    `subscribers:\n  - { include: people.ndjson }\n${linesOf(size, inYaml)}`,
  )
  return async () => {
    const read = await loadProject({ cwd, env: {}, targets: [], fileRoots: [], need: 'offline' })
    assert(read.project)
    const { forTarget, problems } = await loadManifests(read.project, registry)
    rmSync(cwd, { recursive: true })
    assert.deepEqual(problems, [])
    assert.equal(forTarget('Production').size, 11 * size)
  }
}
