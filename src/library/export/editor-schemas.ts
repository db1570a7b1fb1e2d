// What makes an editor check the YAML files that belfry writes: copies of the schemas in the project, and a first line that
// names one. With copies, an editor needs no network, and no belfry in the project's node_modules.
import { posix, sep } from 'node:path'
import { published } from '../schemas.ts'

type Name = 'project' | 'manifest'

/** Relative to the project's folder, and the text without spaces: no one reads it. */
export function schemaCopy(name: Name): { readonly name: string; readonly text: string } {
  return { name: pathOf(name), text: `${JSON.stringify(published().get(name)?.schema())}\n` }
}

/** `file` is relative to the project's folder. */
export function schemaLine(name: Name, file: string): string {
  const path = posix.relative(posix.dirname(file.replaceAll(sep, '/')), pathOf(name))
  return `# yaml-language-server: $schema=${path}\n`
}

function pathOf(name: Name): string {
  return `.belfry/schemas/${name}.schema.json`
}
