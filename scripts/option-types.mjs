// Makes the TypeScript types of the options of the library's methods from the rows of the options, which the bundle has.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { format } from 'prettier'

const banner = '// Made from the rows in `src/library/options` by `npm run generate`; do not edit.'
const style = {
  parser: 'typescript',
  ...JSON.parse(readFileSync(new URL('../.prettierrc.json', import.meta.url), 'utf8')),
}

/** By method, the name of the type, and what it says of itself if that isn't the same for all. */
const types = {
  open: ['ServiceOptions', 'How the service of a project is reached.'],
  validate: ['ValidateOptions'],
  plan: ['PlanOptions'],
  apply: ['ApplyOptions'],
  trigger: ['TriggerOptions'],
  smoke: ['SmokeOptions'],
  diff: ['DiffOptions'],
  compare: ['CompareOptions'],
  promote: ['PromoteOptions'],
  log: ['LogOptions'],
  doctor: ['DoctorOptions'],
  audit: ['AuditOptions'],
  'get subscribers': [
    'GetOptions',
    'The options of `Project.get`. `limit`, `all` and `max` are for subscribers.',
  ],
  'events list': ['EventsOptions', 'The options of `Project.events`. Of several filters, all must match.'],
  'messages list': [
    'MessagesOptions',
    'The options of `Project.messages`. Of several filters, all must match.',
  ],
  export: ['ExportOptions'],
  failover: ['FailoverOptions'],
}

/** The text of src/library/option-types.ts. `rowsOf` returns the rows of a method. */
export async function optionTypes(rowsOf) {
  const methodRows = rowsOf ?? (await import('../dist/reference.js')).methodRows

  const all = Object.entries(types).map(([method, [name, about]]) => {
    const options = Object.entries(methodRows(method)).map(
      ([option, row]) => `/** ${row.about} */\nreadonly ${option}${row.isRequired ? '' : '?'}: ${row.type}`,
    )
    const base = method === 'open' ? '' : ' extends MethodOptions'
    const said = about ?? `The options of \`Project.${method}\`.`
    return `/** ${said} */\nexport interface ${name}${base} {\n${options.join('\n')}\n}`
  })
  return format([banner, "import type { MethodOptions } from './method.ts'", '', ...all].join('\n\n'), style)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('../src/library/option-types.ts', import.meta.url), await optionTypes())
