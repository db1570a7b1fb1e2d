// Each target's API key: where it comes from, and, when it is needed, the key itself.
import { isEqual } from '../core/plan/compare-fields.ts'
import { Secret } from '../core/secrets/secret.ts'
import { resolve } from 'node:path'
import { confine, readReferenced, unconfined } from '../manifest/text/allowed-folders.ts'
import { isForbiddenName } from '../manifest/references/forbidden-variables.ts'
import { placeOf, type Node, type ScalarNode, type Place } from '../manifest/text/node.ts'
import { originFor, variableIn } from '../manifest/references/env-and-files.ts'
import { placeholderIn, referenceFor, type Placeholder } from '../manifest/references/placeholder.ts'
import { isBad, parseReferences, type Reference } from '../manifest/references/syntax.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { placeWithin } from '../manifest/references/resolve.ts'
import { reportForeignVariable } from './variables.ts'
import type { Project } from './project.ts'

export interface KeyOf {
  readonly alias: string
  /** As in `Target.apiKeyFrom`. */
  readonly from: string
  readonly key: Secret | undefined
  readonly place: Place | undefined
}

export interface KeyContext extends Pick<Project, 'root' | 'readable' | 'settings' | 'inputLimits'> {
  readonly report: Report
}

/** The key that a target's `apiKey` refers to, with its value if that is set. */
export function writtenKey(alias: string, node: ScalarNode, isSandbox: boolean, context: KeyContext): KeyOf {
  const { settings, report } = context
  const parts = parseReferences(String(node.value))
  const place = placeOf(node)
  const only = parts.length === 1 ? parts[0] : undefined
  const bad = parts.find(isBad)
  const use = `the API key of target ${alias}`
  const none = { alias, from: 'literal', key: undefined, place }
  if (bad !== undefined) {
    report({ rule: 'bad-reference', place: placeWithin(node, bad.raw), message: bad.bad })
    return none
  }
  if (typeof only === 'string') {
    const placeholder = placeholderIn(only)
    const isReported =
      placeholder !== undefined && reportPlaceholder(alias, only, placeholder, place, context) !== 'off'
    const isPublic = isSandbox && settings.isSandboxKey?.(only) === true
    if (!isReported && !isPublic)
      report({
        rule: 'literal-secret',
        place,
        message: `the API key of target ${alias} is in plain text`,
        hint: 'Write a reference such as ${env:BELFRY_API_KEY} instead.',
      })
    if (!isSandbox) reportForeignVariable('a string of the project file', use, place, settings, report)
    return { ...none, key: Secret.of(only, 'literal') }
  }
  if (only === undefined || isBad(only) || !['env', 'file'].includes(only.kind) || only.isPlain) {
    report({
      rule: 'bad-reference',
      place,
      message:
        '"apiKey" must be a single reference: ${env:NAME} or ${file:path}, or a list of such references',
    })
    return none
  }
  if (only.kind === 'env' && isForbiddenName(only.name) && only.name !== 'BELFRY_API_KEY')
    report({
      rule: 'forbidden-reference',
      place,
      message: `${only.raw} is a variable of the CI system or of belfry itself, and can't be the API key of a target`,
    })
  if (reportForeignVariable(only, use, place, settings, report)) return none
  const from = originFor(only, context)
  return { alias, from, key: valueOf(only, from, place, context), place }
}

function reportPlaceholder(
  alias: string,
  text: string,
  placeholder: Placeholder,
  place: Place,
  { settings, report }: KeyContext,
): ReturnType<Report> {
  const { variable } = placeholder
  // The problem shows it, so the filter must not treat it as a secret.
  if (variable !== undefined) settings.filter?.addVisible((hear) => hear(text))
  return report({
    rule: 'placeholder-secret',
    place,
    message: `the API key of target ${alias} is ${variable === undefined ? 'a placeholder' : `the placeholder ${text}`}; did you mean ${referenceFor(placeholder, `${alias}ApiKey`, 'belfry')}?`,
    hint: 'Replace the placeholder: belfry would send the placeholder unchanged.',
  })
}

/** A missing key isn't a problem here: the target's environment may not exist yet. */
function valueOf(reference: Reference, from: string, place: Place, context: KeyContext): Secret | undefined {
  const { settings, inputLimits, readable, root, report } = context
  if (reference.kind === 'env') return secret(variableIn(settings, reference.name), from)
  const found = confine(resolve(root, reference.name), readable)
  if ('path' in found) return secret(readReferenced(found.path, inputLimits['max-referenced-file']), from)
  if (found.rule === 'file-outside') report(unconfined(reference.name, place, found))
  return undefined
}

export function secret(value: string | undefined, from: string): Secret | undefined {
  const text = value?.trim() ?? ''
  return text === '' ? undefined : Secret.of(text, from)
}

/** Fingerprints are made with the API key that is used, unless they have a key of their own. */
export function reportRotation(
  alias: string,
  [, second]: readonly Node[],
  { settings, report }: KeyContext,
): void {
  const isKept = settings.need === 'offline' || (settings.env['BELFRY_FINGERPRINT_KEY'] ?? '') !== ''
  if (second === undefined || isKept) return
  report({
    rule: 'rotating-key',
    place: placeOf(second),
    message: `target ${alias} lists several API keys, and BELFRY_FINGERPRINT_KEY is not set`,
    hint: 'Set BELFRY_FINGERPRINT_KEY. Otherwise, when belfry uses a different API key of the list, belfry refuses saved plans. With unreadable: ledger, belfry then also sends again all fields that the service does not return.',
  })
}

/** Two targets with one key would both write to one environment. */
export function reportSameKeys(keys: readonly KeyOf[], report: Report): void {
  for (const [index, { alias, from, key, place }] of keys.entries()) {
    const other = keys.slice(0, index).find((earlier) => {
      if (earlier.alias === alias) return false
      const sameText = from !== 'literal' && earlier.from === from
      return sameText || (key !== undefined && earlier.key !== undefined && isEqual(key, earlier.key))
    })
    if (other !== undefined)
      report({
        rule: 'same-key',
        place,
        message: `targets ${other.alias} and ${alias} have the same API key`,
        hint: 'Each environment has its own API key: give each target the API key of its environment.',
      })
  }
}
