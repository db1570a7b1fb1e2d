// Lists the packages whose code is in the bundle, as the build recorded them, with their licences.
// Both texts depend on nothing else, so that the same commit gives the same texts on every machine.
import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')

/** undici's HTTP parser, compiled to WebAssembly: a project of its own, whose licence and version undici doesn't ship. */
const parser = { name: 'llhttp', folder: 'node_modules/undici/lib/llhttp', licence: 'MIT' }

/**
 * Packages by name, each with the text of every licence beside its bundled modules.
 * `within` is the package that a part without a version of its own came with.
 */
export function contents() {
  /** @type {string[]} */
  const folders = JSON.parse(read('dist/folders.json'))
  const homes = [...new Set(folders.map(homeOf))].sort()
  const packages = homes.map((home) => {
    const { name, version, license: licence } = JSON.parse(read(`${home}/package.json`))
    const own = folders.filter((folder) => homeOf(folder) === home)
    return { name, version, licence, home, texts: licencesIn(withParents(home, own)) }
  })
  const inside = packages.flatMap((each) =>
    folders.includes(parser.folder) && each.home === homeOf(parser.folder)
      ? [each, { ...parser, within: each, texts: [read('scripts/licences/llhttp.txt').trim()] }]
      : [each],
  )
  return inside.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** `node_modules/undici/lib/core` → `node_modules/undici` @param {string} folder */
function homeOf(folder) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(folder)[0]
}

/**
 * The folders of the modules and all that contain them, up to the package's own.
 * @param {string} home @param {string[]} folders
 */
function withParents(home, folders) {
  const all = folders.flatMap((folder) => {
    const parts = folder.slice(home.length).split('/')
    return parts.map((_, index) => home + parts.slice(0, index + 1).join('/'))
  })
  return [...new Set(all)].sort()
}

function licencesIn(folders) {
  const texts = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => /^(?:licen[cs]e|notice|copying)\b/i.test(name))
      .sort()
      .map((name) => read(`${folder}/${name}`).replaceAll('\r\n', '\n').trim()),
  )
  if (texts.length === 0) throw new Error(`${folders[0]} contains no licence file`)
  return texts
}

/** Every licence, for people. */
export function thirdParty() {
  const head = [
    'belfry contains code of these packages, bundled into dist. Each has its own licence, below.',
    '',
    ...contents().map((each) => `  ${titleOf(each)}`),
  ].join('\n')
  const parts = contents().map((each) => `${titleOf(each)}\n\n${each.texts.join('\n\n')}`)
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function titleOf({ name, version, within, licence }) {
  return `${name} ${version ?? `(part of ${within.name} ${within.version})`}, ${licence}`
}

/** The same list for programs: CycloneDX, without a time and without a serial number. */
export function billOfMaterials() {
  const { name, version, license } = JSON.parse(read('package.json'))
  const { packages } = JSON.parse(read('package-lock.json'))
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: componentOf({ type: 'application', name, version, licence: license }) },
    components: contents().map((each) =>
      componentOf({
        ...each,
        type: 'library',
        integrity: each.home === undefined ? undefined : packages[each.home].integrity,
      }),
    ),
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

function componentOf({ type, name, version, licence, integrity, within }) {
  const url = version === undefined ? `pkg:generic/${name}` : `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type,
    'bom-ref': url,
    name,
    ...(version !== undefined && { version }),
    ...(within !== undefined && { description: `Part of ${within.name} ${within.version}.` }),
    ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
    licenses: [{ license: { id: licence } }],
    purl: url,
  }
}

/** Of the package as npm has it. */
function hashOf(integrity) {
  const [algorithm, hash] = integrity.split('-')
  if (algorithm !== 'sha512') throw new Error(`${algorithm} is not sha512`)
  return { alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }
}
