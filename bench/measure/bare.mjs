// Runs the comparisons of bench/bare with the flags of V8 that belfry sets for itself.
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { node } from './process.mjs'

const source = (name) => fileURLToPath(new URL(`../bare/${name}.mjs`, import.meta.url))

/** Writes a file of code with all that it imports; resolves to its URL. */
export async function bundled(input, file) {
  const bundle = await rolldown({ input, platform: 'node', external: /^node:/ })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return pathToFileURL(file).href
}

/** Resolves to a function that runs a comparison as `node` of process.mjs does. */
export async function bareIn(folder) {
  const flags = await bundled(source('flags'), join(folder, 'flags.mjs'))
  return (name, args, options) => node(['--import', flags, source(name), ...args], options)
}
