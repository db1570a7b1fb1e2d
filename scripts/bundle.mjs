// Bundles the program and all that it imports into dist, so that an installed belfry has no dependencies. It is split
// by command, so that `belfry --version` loads nothing that it doesn't need.
// rolldown's own command prints a line for each of a hundred chunks; this prints warnings and errors only.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { parseSync } from 'rolldown/utils'

const root = join(import.meta.dirname, '..')

/** Files of a page, imported as text with `?raw`. */
const raw = {
  name: 'raw',
  resolveId: (source, importer) => (source.endsWith('?raw') ? resolve(dirname(importer), source) : null),
  load: (id) =>
    id.endsWith('?raw')
      ? {
          code: `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))}`,
          moduleType: 'js',
        }
      : null,
}

/**
 * Parts of Node that a package uses, and that belfry doesn't need: `[file, what it says, instead]`.
 * commander would run programs as commands, a tenth of the time of a short run; undici would speak HTTP/2 if it were allowed to;
 * undici has its parser of HTTP twice, for processors with and without SIMD, and the one without runs on all of them;
 * yaml reads an environment variable for each token, a twentieth of a large plan's CPU time.
 */
const unused = [
  ['commander/lib/command.js', "require('node:child_process')", '{}'],
  ['undici/lib/dispatcher/client-h1.js', "require('../llhttp/llhttp_simd-wasm.js')", 'undefined'],
  ['undici/lib/dispatcher/client-h2.js', "require('node:http2')", '{ constants: {} }'],
  ['yaml/dist/parse/parser.js', 'node_process.env.LOG_TOKENS', 'false'],
]
const withoutUnused = unused.map(([file, from, to]) => ({
  name: 'without-unused',
  transform: {
    filter: { id: `**/node_modules/${file}` },
    handler: (code) => {
      if (!code.includes(from))
        throw new Error(`${file} no longer contains ${from}; update the replacement in scripts/bundle.mjs`)
      return code.replace(from, to)
    },
  },
}))

/** Node prints the line of an error that no one catches, so a chunk isn't one line: statements begin lines. */
const lines = {
  name: 'lines',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inLines(file.code)
  },
}

/** @param {string} code */
function inLines(code) {
  let written = 0
  const breaks = statementsIn(parseSync('chunk.mjs', code).program)
    .sort((a, b) => a - b)
    .filter((at) => {
      const isFar = at - written > 100
      if (isFar) written = at
      return isFar
    })
  return [0, ...breaks].map((at, index) => code.slice(at, breaks[index])).join('\n')
}

/** Where the statements of all lists begin. */
function statementsIn(node) {
  if (node === null || typeof node !== 'object') return []
  const own = [node.body, node.consequent].filter(Array.isArray).flat()
  return [...own.map(({ start }) => start), ...Object.values(node).flatMap(statementsIn)]
}

/**
 * What is loaded together is one file, with all that it imports: opening a file costs more than reading it. What an earlier
 * group has is left out of a later one.
 */
const together = [
  { name: 'version', test: /\/src\/(?:cli\/program\/crash|service\/package)\.ts$/ },
  { name: 'streams', test: /\/src\/cli\/(?:program\/bundled|terminal\/streams)\.ts$/ },
  { name: 'help', test: /\/src\/cli\/program\/commands\.ts$/ },
  { name: 'start', test: /\/src\/cli\/program\/program\.ts$/ },
  { name: 'names', test: /\/src\/library\/(?:options\/catalogue|files\/target-names)\.ts$/ },
  {
    name: 'offline',
    test: /\/src\/(?:cli\/terminal\/run|library\/operations\/validate|report\/text\/text)\.ts$/,
  },
  { name: 'online', test: /\/src\/cli\/commands\/plan\.ts$/ },
  { name: 'activity', test: /\/src\/library\/listing\/(?:events|messages)\.ts$/ },
  { name: 'yaml', test: /\/node_modules\/yaml\// },
  { name: 'apply', test: /\/src\/cli\/commands\/apply\.ts$/ },
  { name: 'failover', test: /\/src\/library\/operations\/failover\.ts$/ },
]

const bundle = await rolldown({
  cwd: root,
  // The last entry is for `npm run generate`; the package leaves it out.
  input: {
    bin: 'src/bin.ts',
    index: 'src/index.ts',
    sandbox: 'src/sandbox/public.ts',
    reference: 'src/cli/program/reference.ts',
  },
  plugins: [raw, ...withoutUnused],
  platform: 'node',
  external: (id) => id.startsWith('node:'),
  // A module that one command imports at once may be loaded late by another.
  checks: { ineffectiveDynamicImport: false },
})
const { output } = await bundle.write({
  dir: join(root, 'dist'),
  cleanDir: true,
  format: 'esm',
  entryFileNames: '[name].js',
  // Of a file that ends in .js, Node would look in package.json for what it is.
  chunkFileNames: 'chunks/[name]-[hash].mjs',
  minify: true,
  plugins: [lines],
  codeSplitting: {
    includeDependenciesRecursively: true,
    groups: together.map((group, index) => ({ ...group, priority: together.length - index })),
  },
})
await bundle.close()
// For the list of what is inside; see contents.mjs.
writeFileSync(join(root, 'dist/folders.json'), `${JSON.stringify(packageFolders(output), null, 2)}\n`)
// npm makes it executable only once, when it links or installs the package.
chmodSync(join(root, 'dist/bin.js'), 0o755)

/**
 * The folders of packages of which a module is in the bundle: `node_modules/undici/lib/core`.
 * @param {import('rolldown').RolldownOutput['output']} chunks
 */
function packageFolders(chunks) {
  const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []))
  /** @type {string[]} */
  const folders = modules.map((id) => relative(root, dirname(id)).replaceAll('\\', '/'))
  return [...new Set(folders)].filter((folder) => folder.startsWith('node_modules/')).sort()
}
