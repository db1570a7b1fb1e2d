// The issues of a schema → problems for users.
import type { z } from 'zod'
import { didYouMean, suggestionOf, mostSimilar } from '../core/did-you-mean.ts'
import { maskText } from '../core/secrets/personal.ts'
import { Secret } from '../core/secrets/secret.ts'
import { isList, isMap, type Value, valueAt } from '../core/value.ts'
import type { IssueParams } from '../kinds/form.ts'
import { nodeAt, type Node, type NodePath } from './text/node.ts'
import { fieldText, type Found } from './frames/reporter.ts'
import { fieldsAt, flagValuesAt, withoutTarget } from './shape.ts'
import { show, withArticle } from './frames/frame.ts'

/** What was checked: a resource, a project file, an include, or a suite or case. */
export interface Subject {
  /** `integration`, `project file`. */
  readonly noun: string
  readonly schema: z.ZodType
  readonly value: Value
  readonly root: Node
  readonly readOnly?: readonly string[]
  /** Fields besides the schema's, such as `targets`. */
  readonly control?: readonly string[]
  readonly isSecret: (path: readonly string[]) => boolean
  readonly isPersonal?: (path: readonly string[]) => boolean
}

export interface Finding extends Pick<Found, 'rule' | 'message' | 'hint' | 'severity' | 'personal'> {
  readonly path: NodePath
  /** The field that an unknown one probably is. */
  readonly meant?: NodePath | undefined
}

/** A missing field that an unknown field was probably meant to be is not reported too. */
export function findingsOf(issues: readonly z.core.$ZodIssue[], subject: Subject): Finding[] {
  const found = issues.flatMap((issue) => findingsIn(issue, subject))
  const meant = new Set(found.map((each) => each.meant?.join('\0')))
  return found
    .filter(({ rule, path }) => rule !== 'missing-field' || !meant.has(path.join('\0')))
    .map((each) => withPersonal(each, subject))
}

/** `put it in quotes: "4915112341234"` quotes a person. */
function withPersonal(finding: Finding, { root, value, isPersonal }: Subject): Finding {
  const { node } = nodeAt(root, finding.path)
  const fields = finding.path.filter((step) => typeof step === 'string')
  if (node.type !== 'scalar' || isPersonal?.(fields) !== true) return finding
  const own = valueAt(value, finding.path)
  const text = typeof own === 'string' ? own : node.text
  return { ...finding, personal: [[show(text), show(maskText(text))]] }
}

function findingsIn(issue: z.core.$ZodIssue, subject: Subject): Finding[] {
  const path = issue.path.filter((step) => typeof step !== 'symbol')
  const value = valueAt(subject.value, path)
  if (issue.code === 'unrecognized_keys')
    // To a schema a secret is an object with fields of its own.
    return value instanceof Secret
      ? [wrongType(path, value, 'a map', subject)]
      : issue.keys.map((key) => unknownField(path, key, subject))
  if (value === undefined) return [missingField(path, subject)]
  if (issue.code === 'invalid_value')
    return [notOneOf(path, value, { values: issue.values.map(String), rule: 'wrong-value' }, subject)]
  if (issue.code === 'custom')
    return [customFinding(path, value, issue.params as IssueParams | undefined, subject)]
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return [{ rule: 'wrong-value', path, message: `${fieldText(path)} must ${boundIn(issue)}` }]
  if (issue.code === 'invalid_format')
    return [{ rule: 'wrong-value', path, message: `${fieldText(path)} must be ${issue.message}` }]
  if (issue.code === 'invalid_union') {
    const nearest = issue.errors.find((each) => isAbout(each, value))
    return nearest === undefined
      ? [wrongType(path, value, issue.message, subject)]
      : nearest.flatMap((each) => findingsIn({ ...each, path: [...path, ...each.path] }, subject))
  }
  const expected = issue.code === 'invalid_type' ? issue.expected : ''
  return [wrongType(path, value, nouns[expected] ?? expected, subject)]
}

function boundIn(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  if (issue.code === 'too_big') return `be at most ${issue.maximum}`
  return issue.origin === 'number' ? `be at least ${issue.minimum}` : 'not be empty'
}

/** Whether the issues of one of several forms show that this form was meant. */
function isAbout(issues: readonly z.core.$ZodIssue[], value: Value | undefined): boolean {
  return issues.every(
    ({ code, path }) =>
      path.length > 0 ||
      code === 'unrecognized_keys' ||
      (code === 'invalid_value' && typeof value === 'string'),
  )
}

const nouns: Readonly<Record<string, string>> = {
  object: 'a map',
  record: 'a map',
  map: 'a map',
  array: 'a list',
  list: 'a list',
  text: 'a string',
  string: 'a string',
  flag: 'true or false',
  boolean: 'true or false',
  number: 'a number',
}

/** The problem of a check that isn't zod's own: `params` are those of `kinds/form.ts`. */
function customFinding(
  path: NodePath,
  value: Value,
  params: IssueParams | undefined,
  subject: Subject,
): Finding {
  if (params?.expected === 'flag' && value instanceof Secret)
    return flagFromReference(path, flagValuesAt(subject.schema, path) ?? 'true or false')
  if (params?.values !== undefined) return notOneOf(path, value, params, subject)
  if (params === undefined || params.rule === 'wrong-type' || params.message === undefined)
    return wrongType(path, value, nouns[params?.expected ?? ''] ?? 'another type', subject)
  const shown =
    typeof value === 'string' && value !== '' && !isSecretAt(path, subject) ? `${show(value)} ` : ''
  const message = shown === '' ? `${fieldText(path)} ${params.message}` : `${shown}${params.message}`
  return { rule: params.rule, path, message, hint: params.hint }
}

function unknownField(path: NodePath, key: string, subject: Subject): Finding {
  const { noun, schema, readOnly = [], control = [] } = subject
  const at = [...path, key]
  const owner = path.length === 0 ? withArticle(noun) : fieldText(path)
  if (readOnly.includes(key) || readOnly.includes(at.join('.')))
    return {
      rule: 'read-only-field',
      path: at,
      message: `field ${show(key)} is set by the service and can't be declared; remove the field`,
    }
  const known = [...fieldsAt(schema, path), ...(path.length === 0 ? control : [])]
  // A field that is already declared is less likely to be meant: `op` beside `on`. The start or the end of a name may
  // abbreviate it, as `id` for `subscriberId`.
  const absent = known.filter((field) => valueAt(subject.value, [...path, field]) === undefined)
  const whole = absent.filter(
    (field) => key.length > 1 && (field.startsWith(key) || field.toLowerCase().endsWith(key.toLowerCase())),
  )
  const similar = whole.length === 1 ? whole[0] : (mostSimilar(key, absent) ?? mostSimilar(key, known))
  const isOfTarget =
    noun === 'project file' && path.length === 0 && fieldsAt(schema, ['targets', '']).includes(key)
  const inside = known.find((field) => fieldsAt(schema, [...path, field]).includes(key))
  const place = isOfTarget ? 'each target in "targets"' : inside && show(inside)
  const guess = place === undefined ? suggestionOf(similar) : `; write ${show(key)} under ${place}`
  const message = `unknown field ${show(key)} in ${owner}${guess}`
  const meant = [...path, inside ?? similar ?? '']
  return {
    rule: 'unknown-field',
    path: at,
    message,
    meant,
    ...(guess === '' && { hint: fieldsHint(noun, path) }),
  }
}

/** For a field at `path` that resembles no other; `noun` is as in `Subject`. */
export function fieldsHint(noun: string, path: NodePath): string {
  const file = { target: 'project', 'project file': 'project', suite: 'smoke', case: 'smoke' }[noun]
  const names = path.filter((part) => typeof part === 'string')
  return `belfry explain ${file ?? [noun, ...withoutTarget(names)].join('.')} lists the fields.`
}

function missingField(path: NodePath, { noun }: Subject): Finding {
  const owner = path.length === 1 ? withArticle(noun) : fieldText(path.slice(0, -1))
  return {
    rule: 'missing-field',
    path,
    message: `required field ${show(String(path.at(-1)))} is missing in ${owner}`,
  }
}

/** The problem of a boolean. Only variables of the project file can contain another type than strings. */
export function flagFromReference(path: NodePath, values: string): Finding {
  return {
    rule: 'wrong-type',
    path,
    message: `${fieldText(path)} must be ${values}, but this reference is replaced with a string`,
    hint: `Write ${values}, or use \${var:NAME} with a variable of the project file whose value is ${values}.`,
  }
}

/** The problem of a value that isn't one of the field's values. */
function notOneOf(
  path: NodePath,
  value: Value,
  { values = [], rule, similar }: Pick<IssueParams, 'values' | 'rule' | 'similar'>,
  subject: Subject,
): Finding {
  const known = values.length > 12 ? '' : values.map(show).join(', ').replaceAll('"', '')
  if (typeof value !== 'string' || isSecretAt(path, subject)) {
    const hint = values.length === 1 ? `Write ${known}, or leave the field out.` : undefined
    return {
      rule,
      path,
      message: `${fieldText(path)} must be ${known || 'one of the values that belfry knows'}`,
      hint,
    }
  }
  // If true is the field's only value.
  if (value === 'true' && values.length === 1 && known === 'true')
    return { rule, path, message: `${fieldText(path)} must be true without quotes` }
  const other = new Map(Object.entries(similar?.otherNames ?? {})).get(value.toLowerCase())
  const isKnown = other !== undefined && values.includes(other)
  const guess = isKnown ? `; did you mean "${other}"?` : didYouMean(value, values)
  const suffix = guess !== '' || known === '' ? guess : `; valid: ${known}`
  const isWrong = rule === 'wrong-value'
  return {
    rule: guess === '' ? rule : (similar?.rule ?? rule),
    path,
    message: `${show(value)} is not a ${isWrong ? 'valid' : 'known'} value for ${fieldText(path)}${suffix}`,
  }
}

function wrongType(path: NodePath, value: Value, expected: string, subject: Subject): Finding {
  const { node, depth } = nodeAt(subject.root, path)
  const isWritten = depth === path.length && node.type === 'scalar' && typeof node.value !== 'string'
  if (expected === 'a string' && isWritten) {
    const quoted = isSecretAt(path, subject) ? '' : `: ${show(node.text)}`
    return {
      rule: 'quote-it',
      path,
      message: `${fieldText(path)} must be a string; put it in quotes${quoted}`,
    }
  }
  const isQuoted = depth === path.length && node.type === 'scalar' && node.value === value
  if (expected === nouns['flag'] && isQuoted && (value === 'true' || value === 'false'))
    return { rule: 'wrong-type', path, message: `${fieldText(path)} must be ${value} without quotes` }
  const message = `${fieldText(path)} must be ${expected}, not ${typeNoun(value)}`
  const isReferred = depth === path.length && node.type === 'scalar' && !isWritten && node.value !== value
  if (isReferred && expected === 'a string')
    return {
      rule: 'wrong-type',
      path,
      message,
      hint: 'In the project file, put the value of the variable in quotes.',
    }
  const isOldFlag = typeof value === 'string' && /^(?:yes|no|on|off|y|n)$/i.test(value)
  const form = subject.noun === 'project file' ? projectForms[path.join('.')] : undefined
  const hint =
    isOldFlag && expected === nouns['flag']
      ? 'YAML 1.2 reads yes, no, on and off as strings: write true or false.'
      : form && `Write ${form}.`
  return { rule: 'wrong-type', path, message, hint }
}

const projectForms: Readonly<Record<string, string>> = {
  targets: 'targets: { Production: {} }',
  manifests: 'manifests: [manifests]',
}

function typeNoun(value: Value): string {
  if (value === null) return 'null'
  if (value instanceof Secret) return 'a secret string'
  if (isList(value)) return 'a list'
  if (isMap(value)) return 'a map'
  return typeof value === 'string' ? 'a string' : typeof value === 'number' ? 'a number' : String(value)
}

function isSecretAt(path: NodePath, subject: Subject): boolean {
  return (
    subject.isSecret(path.filter((step) => typeof step === 'string')) ||
    valueAt(subject.value, path) instanceof Secret
  )
}
