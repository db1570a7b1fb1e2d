// Makes the reference of the library from the comments of its declarations.
import { readFileSync } from 'node:fs'
import { declarationsIn } from './roll-types.mjs'

const types = new URL('../dist/types/index.d.ts', import.meta.url)

const head = `# Library

Every export of the package \`belfry\`. For how to use the library, see [Use belfry from a program](../library.md).
`

/** The page, before it is laid out; `results` is the text of the types of results, which may be newer than what is built. */
export function libraryPage(results) {
  const fresh = new Map(declarationsIn(results).map((each) => [each.name, each]))
  const all = declarationsIn(readFileSync(types, 'utf8')).filter(({ isExported }) => isExported)
  const parts = all.map(({ name, ...own }) => {
    const { comment, text } = fresh.get(name) ?? own
    return `## \`${name}\`\n\n${comment}\n\n\`\`\`ts\n${text.replace(/^export (?:declare )?/, '')}\`\`\`\n`
  })
  return [head, ...parts].join('\n')
}
