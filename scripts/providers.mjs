// Writes the catalogue of providers from the packages that the vendor publishes; needs the network, and nothing else runs it.
// node scripts/providers.mjs @novu/shared@2.10.0 @novu/api@3.19.1
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as prettier from 'prettier'

const file = fileURLToPath(new URL('../src/kinds/providers.json', import.meta.url))
const require = createRequire(import.meta.url)

/** The folder of an exact version, without its dependencies and without running its scripts. */
function unpacked(spec, folder) {
  if (!/@\d+\.\d+\.\d+$/.test(spec)) throw new Error(`${spec}: write the exact version, such as NAME@1.2.3`)
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', spec, '--json'], { cwd: folder }).toString())
  const own = mkdtempSync(join(folder, 'package-'))
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', own, '--strip-components=1'])
  return own
}

const byText = (one, other) => (one < other ? -1 : Number(one > other))

const before = new Map(JSON.parse(readFileSync(file)).providers.map((each) => [each.providerId, each]))

/** Older releases of the service deliver without what only a later form requires, so that is required only of new providers. */
function keysOf({ id, credentials }) {
  const known = before.get(id)
  const isRequired = ({ key, required }) =>
    Boolean(required) && (known === undefined || known.required.includes(key))
  const required = credentials.filter(isRequired).map(({ key }) => key)
  const keys = credentials.map(({ key }) => key)
  return { required, optional: keys.filter((key) => !required.includes(key)) }
}

/** Only facts: no descriptions, links or pictures. Keys stay in the order of the vendor's form. */
function catalogueOf(shared, api, sources) {
  const constants = join(shared, 'dist/cjs/consts/providers')
  const { providers } = require(join(constants, 'providers.js'))
  const { secureCredentials } = require(join(constants, 'credentials/secure-credentials.js'))
  const rows = providers.map((provider) => ({
    providerId: provider.id,
    channel: provider.channel,
    displayName: provider.displayName,
    ...keysOf(provider),
  }))
  const known = new Set(rows.map(({ providerId }) => providerId))
  if (known.size < rows.length) throw new Error('two providers have the same id')
  const declarations = readFileSync(join(api, 'models/components/providersidenum.d.ts'), 'utf8')
  const ids = [...declarations.matchAll(/readonly \w+: "([\w-]+)"/g)].map(([, id]) => id)
  if (ids.length === 0) throw new Error('the second package names no providers')
  return {
    sources,
    providers: rows.toSorted(
      (one, other) => byText(one.channel, other.channel) || byText(one.providerId, other.providerId),
    ),
    idsOnly: ids.filter((id) => !known.has(id)).toSorted(byText),
    secretKeys: secureCredentials.toSorted(byText),
  }
}

const sources = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'providers-'))
try {
  if (sources.length !== 2) throw new Error('name two packages: the one with the forms, and the SDK')
  const [shared, api] = sources.map((spec) => unpacked(spec, folder))
  const options = await prettier.resolveConfig(file)
  const text = JSON.stringify(catalogueOf(shared, api, sources))
  writeFileSync(file, await prettier.format(text, { ...options, parser: 'json' }))
} finally {
  rmSync(folder, { recursive: true })
}
