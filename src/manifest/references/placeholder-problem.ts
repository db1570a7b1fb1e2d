// Makes the problem for a placeholder: what is written, and the reference to write instead.
import { isMap, textOf, type Value, valueAt } from '../../core/value.ts'
import type { NodePath } from '../text/node.ts'
import { referenceFor } from './placeholder.ts'
import { fieldText, placeKey, type Found } from '../frames/reporter.ts'
import { show } from '../frames/show.ts'
import type { Written } from '../value.ts'

/** `value` is the whole resource. */
export function placeholderFound(written: Written, value: Value): Found {
  const { path, place, text, variable, isSecret, inVariable, isUnresolved } = written
  const field = inVariable === undefined ? fieldText(path) : `the variable ${show(inVariable)}`
  // What names a variable is no secret; the text of another may be one.
  const what = variable === undefined ? 'a placeholder' : `the placeholder ${text.trim()}`
  const found = {
    rule: 'placeholder-secret',
    place,
    ...(inVariable !== undefined && { once: placeKey(place) }),
    ...(!isSecret && { severity: 'warning' as const }),
  }
  if (isUnresolved)
    return {
      ...found,
      message: `belfry sends ${field} as ${text.trim()}, because belfry does not replace references in this file`,
      hint: 'Add "references: true" to the entry with "include".',
    }
  if (!isSecret) return { ...found, message: `${field} is ${what}`, hint }
  const use = inVariable === undefined ? '' : ' but is used as a secret'
  const guess = referenceFor(
    written,
    path.findLast((step) => typeof step === 'string') ?? '',
    providerOf(path, value),
  )
  return { ...found, message: `${field} is ${what}${use}; did you mean ${guess}?`, hint }
}

const hint = 'Replace the placeholder: belfry would send the placeholder unchanged.'

/** Of the innermost map around a field that names one. */
function providerOf(path: NodePath, value: Value): string {
  for (let length = path.length - 1; length >= 0; length--) {
    const owner = valueAt(value, path.slice(0, length))
    if (isMap(owner) && owner['providerId'] !== undefined) return textOf(owner['providerId'])
  }
  return ''
}
