// The published schemas of files that people write, as a strict judge: it refuses keywords that nobody knows.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** Of editors. */
const keywords = ['enumDescriptions', 'defaultSnippets', 'doNotSuggest', 'errorMessage', 'deprecationMessage']

const known = new Map<string, ValidateFunction>()

export function compiled(file: URL): ValidateFunction {
  const ajv = new Ajv2020({ allowUnionTypes: true, strictTypes: false, allErrors: true })
  const schema = JSON.parse(readFileSync(file, 'utf8')) as object
  const validate = known.get(file.href) ?? ajv.addVocabulary(keywords).compile(schema)
  known.set(file.href, validate)
  return validate
}
