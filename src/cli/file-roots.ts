// The folders outside the project that may be read: a project file can't name them, who runs it can.
import type { Io } from './io.ts'

export function fileRootsOf(
  { fileRoot }: { readonly fileRoot: readonly string[] },
  { env }: Pick<Io, 'env'>,
): readonly string[] {
  const more = (env['BELFRY_FILE_ROOTS'] ?? '').split(':').filter((root) => root !== '')
  return [...fileRoot, ...more]
}
