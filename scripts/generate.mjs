// Writes the files that are made from other files; `--check` compares them with what is on disk instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as prettier from 'prettier'
import { billOfMaterials, thirdParty } from './contents.mjs'
import { packageFile } from './package-file.mjs'
import { libraryPage } from './library-page.mjs'
import { resultTypes } from './library-types.mjs'
import { optionTypes } from './option-types.mjs'
import { performancePage } from './performance-page.mjs'
import { referencePages } from './reference-pages.mjs'
import { wireTypes } from './wire-types.mjs'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')

/** A file that is generated, relative to the project's folder, and how its whole text is made. */
const generators = [
  { file: 'src/service/package.ts', make: () => packageFile() },
  { file: 'src/wire/generated.ts', make: wireTypes },
  { file: 'src/library/results.ts', make: resultTypes },
  { file: 'src/library/option-types.ts', make: () => optionTypes() },
  { file: 'docs/reference/library.md', make: async () => laidOut(libraryPage(await resultTypes())) },
  { file: 'docs/performance.md', make: () => laidOut(performancePage()) },
  { file: 'THIRD-PARTY.txt', make: thirdParty },
  { file: 'sbom.cdx.json', make: billOfMaterials },
  ...(await publishedFiles()).map(([file, text]) => ({ file: `schemas/${file}`, make: () => text })),
  ...(await manualPages()).map(([file, text]) => ({
    file: `docs/reference/${file}`,
    make: () => laidOut(text),
  })),
]

/** Relative to the project's folder. */
export const generatedFiles = generators.map(({ file }) => file)

/** Made by the built program from what it checks with itself. */
async function publishedFiles() {
  const { publishedSchemas } = await import('../dist/reference.js')
  return Object.entries(publishedSchemas())
}

/** Made by the built program from the texts of `belfry explain`, its schemas and its options. */
async function manualPages() {
  return Object.entries(referencePages(await import('../dist/reference.js')))
}

/** As `npm run format` would leave it. */
async function laidOut(text) {
  const options = await prettier.resolveConfig(fileURLToPath(new URL('docs/reference/page.md', root)))
  return prettier.format(text, { ...options, parser: 'markdown' })
}

/** The generated files whose text on disk is not what they are made from now. */
export async function staleFiles() {
  const stale = []
  for (const { file, make } of generators) if ((await make()) !== current(file)) stale.push(file)
  return stale
}

function current(file) {
  try {
    return read(file)
  } catch {
    return undefined
  }
}

async function run([flag]) {
  if (flag === undefined) {
    for (const { file, make } of generators) writeFileSync(new URL(file, root), await make())
    return 0
  }
  if (flag !== '--check') {
    console.error(`${flag}: the only option is --check`)
    return 1
  }
  const stale = await staleFiles()
  for (const file of stale) console.error(`${file} is stale: run npm run generate`)
  return stale.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? fileURLToPath(root)).href) {
  process.exitCode = await run(process.argv.slice(2))
}
