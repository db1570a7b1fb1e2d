// Makes the TypeScript types of the options of the library's methods from the rows of the options, which the bundle has.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { format } from 'prettier'

const banner = '// Made from the rows in `src/library/options` by `npm run generate`; do not edit.'
const style = {
  parser: 'typescript',
  ...JSON.parse(readFileSync(new URL('../.prettierrc.json', import.meta.url), 'utf8')),
}

/** The text of src/library/option-types.ts. `made` are the types with their rows; by default those of the bundle. */
export async function optionTypes(made) {
  const types = made ?? (await import('../dist/reference.js')).optionTypes()

  const all = types.map(({ name, about, rows }) => {
    const options = Object.entries(rows).map(
      ([option, row]) => `/** ${row.about} */\nreadonly ${option}${row.isRequired ? '' : '?'}: ${row.type}`,
    )
    const base = name === 'ServiceOptions' ? '' : ' extends MethodOptions'
    return `/** ${about} */\nexport interface ${name}${base} {\n${options.join('\n')}\n}`
  })
  return format(
    [banner, "import type { MethodOptions } from './method-options.ts'", '', ...all].join('\n\n'),
    style,
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('../src/library/option-types.ts', import.meta.url), await optionTypes())
