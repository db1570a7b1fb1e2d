// Asks npm for the known vulnerabilities of what is bundled, by the versions in sbom.cdx.json. It needs the internet.
// `npm audit` of this project is also about tools that no user of belfry runs, and those stop no release.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

const { components } = read('sbom.cdx.json')
const { packages } = read('package-lock.json')
const bundled = components.filter(({ purl }) => purl.startsWith('pkg:npm/'))
const dependencies = Object.fromEntries(bundled.map(({ name, version }) => [name, version]))
const project = { name: 'bundled', version: '0.0.0', dependencies }
const locked = bundled.map(({ name }) => {
  const { dev: _dev, ...entry } = packages[`node_modules/${name}`]
  return [`node_modules/${name}`, entry]
})
const lock = {
  ...project,
  lockfileVersion: 3,
  requires: true,
  packages: { '': project, ...Object.fromEntries(locked) },
}

const folder = mkdtempSync(join(tmpdir(), 'belfry-audit-'))
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  console.log(`npm audit of ${bundled.map(({ name, version }) => `${name} ${version}`).join(', ')}`)
  const { status } = spawnSync('npm', ['audit', '--package-lock-only'], { cwd: folder, stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
