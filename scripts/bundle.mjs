// Bundles the program into dist, split by command so that `belfry --version` loads nothing that it doesn't need.
// rolldown's own command prints a line for each of a hundred chunks; this prints warnings and errors only.
import { chmodSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

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

const bundle = await rolldown({
  cwd: root,
  input: { bin: 'src/bin.ts', index: 'src/index.ts' },
  plugins: [raw],
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
})
await bundle.write({
  dir: join(root, 'dist'),
  cleanDir: true,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: false,
})
await bundle.close()
// npm makes it executable only once, when it links or installs the package.
chmodSync(join(root, 'dist/bin.js'), 0o755)
