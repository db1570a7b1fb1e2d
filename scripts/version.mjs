// Makes the next version from the files in .changeset: its number and CHANGELOG.md. `npm run release` then generates what
// contains the number. It asks no registry, so the lockfile gets the number here.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

execFileSync(
  process.execPath,
  [createRequire(import.meta.url).resolve('@changesets/cli/bin.js'), 'version'],
  {
    stdio: 'inherit',
  },
)
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
lock.version = version
lock.packages[''].version = version
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`CHANGELOG.md describes version ${version}. Read the section before you commit.`)
