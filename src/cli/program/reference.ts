// What generated files are made from, for the scripts that write them. The package leaves this entry out.
import { allExplained } from '../../explain/explain.ts'
import { commandRows } from './command.ts'

export const commands = commandRows()
export const explained = allExplained(commands)

export { grouped } from '../../core/lists.ts'
export { headingOf } from '../../explain/explained.ts'
export { ruleGroups } from '../../explain/rules.ts'

export { optionTypes, resultSchemas } from '../../library/public-types.ts'
export { publishedSchemas } from '../../library/schemas.ts'
