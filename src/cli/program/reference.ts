// What generated files are made from, for the script that writes them. The package leaves this entry out.
import type { Io } from '../terminal/io.ts'
import { referencePages } from '../../explain/pages/pages.ts'
import { commandRows } from './command-rows.ts'
import { build } from './program.ts'

/** Whole texts by file name. */
export function referenceTexts(): Readonly<Record<string, string>> {
  const silent = { out: () => undefined, err: () => undefined } as unknown as Io
  return referencePages(commandRows(build([], silent, () => undefined)))
}

export { resultSchemas } from '../../library/result-schemas.ts'
export { publishedSchemas } from '../../library/schemas.ts'
