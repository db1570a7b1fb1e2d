// Makes src/service/package.ts from package.json. It is written before the build, because schemas are made by what was built.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { format } from 'prettier'
import { addressOf } from './address.mjs'

const root = new URL('../', import.meta.url)
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

export async function packageFile(manifest = read('package.json')) {
  const address = addressOf(manifest)
  const text = `// Made from package.json by \`npm run generate\`; do not edit. Constants, so that no file is read at start-up.
/** The version of this package. */
export const version = '${manifest.version}'

/** The oldest release of Node.js that runs it: \`20.19\`. */
export const oldestNode = '${manifest.engines.node.replace(/^\^| .*/g, '')}'

/** The URL of the project, without a slash at the end; undefined if package.json names no repository. */
export const address: string | undefined = ${address === undefined ? 'undefined' : `'${address}'`}
`
  return format(text, { parser: 'typescript', ...read('.prettierrc.json') })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('src/service/package.ts', root), await packageFile())
