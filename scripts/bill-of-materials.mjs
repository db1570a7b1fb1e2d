// Prints what is installed with the package, as CycloneDX, made by npm from the lockfile alone.
// `npm sbom --omit dev` would leave out what development needs too, such as yaml: so it is asked where nothing else is.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = new URL('../', import.meta.url)
const scratch = mkdtempSync(join(tmpdir(), 'belfry-bill-'))
// npm calls the package after its folder.
const folder = join(scratch, 'belfry')

try {
  mkdirSync(folder)
  for (const file of ['package.json', 'package-lock.json']) cpSync(new URL(file, root), join(folder, file))
  npm('pkg', 'delete', 'devDependencies', 'scripts')
  npm('install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund')
  process.stdout.write(npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'))
} finally {
  rmSync(scratch, { recursive: true })
}

function npm(...args) {
  return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
