// What every command but --version needs, as one file: the entry loads it at once.
export { run } from './program.ts'
export { processIo } from '../terminal/io.ts'
