// Splits the program by command so that `belfry --version` loads nothing that it doesn't need.
import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { bin: 'src/bin.ts', index: 'src/index.ts' },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: false,
  },
})
