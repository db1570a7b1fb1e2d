// Builds dist unless it is newer than all that it is made of: `npm ci` builds it, and `npm test` need not do so again.
import { execSync } from 'node:child_process'
import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const started = new Date()
/** One file of each step of a build: if one is missing, the build failed or did not end. */
const results = ['dist/bin.js', 'dist/types/index.d.ts']
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/bundle.mjs',
  'scripts/public-types.mjs',
]
// Folders too: if a file was removed, only the time of its folder changes.
const folders = ['src', 'examples/pipelines', 'skills']
const code = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
)

if (oldest(results) <= newest([...files, ...folders, ...code])) {
  execSync('npm run --silent build', { cwd: root, stdio: 'inherit' })
  // A file that changed during the build may not be in it.
  for (const result of results) utimesSync(join(root, result), started, started)
}

function oldest(names) {
  return Math.min(...names.map((name) => timeOf(name) ?? 0))
}

function newest(names) {
  return Math.max(...names.map((name) => timeOf(name) ?? 0))
}

/** In milliseconds; undefined if there is no such file. */
function timeOf(name) {
  return statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs
}
