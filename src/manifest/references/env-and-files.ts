// Reads what references name outside the manifests: environment variables, files, and what a command prints.
import { commandLine, ifOffered, option } from '../../core/shell.ts'
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { setOnly } from '../../core/words.ts'
import { mostSimilar } from '../../core/did-you-mean.ts'
import { Secret } from '../../core/secrets/secret.ts'
import type { ProjectInput, RunSettings } from '../project-input.ts'
import { confine, readReferenced, realPath, unconfined } from '../text/allowed-folders.ts'
import { isForbiddenName } from './forbidden-variables.ts'
import { orRaise, sizeText } from '../text/read-text.ts'
import { placeholderIn } from './placeholder.ts'
import type { Reference } from './syntax.ts'
import type { Found as FoundProblem, Report } from '../frames/reporter.ts'
import { show } from '../frames/frame.ts'
import type { Place } from '../text/node.ts'

interface Context {
  readonly project: ProjectInput
  readonly report: Report
}

/** The value of a reference. */
export interface Found {
  /** Undefined if it is only named: offline, or after a problem. */
  readonly value: string | undefined
  /** `env:NAME`, `file:PATH`, `command:NAME` or `command:NAME#key`. */
  readonly origin: string
  readonly isSecret: boolean
  readonly missing?: Missing
}

/** Why a reference has no value: a mistake if something needs the value. */
export interface Missing {
  readonly origin: string
  readonly isSecret: boolean
  /** Or the name of a `${secret:NAME}` that is not read yet. */
  readonly found: FoundProblem | string
}

/** The field that a string is in. */
export interface Field {
  readonly isSecret: boolean
  /** An identity or routing field: plain variables only. */
  readonly isIdentity: boolean
  /** The variable that the string belongs to, and where it is used. */
  readonly variable?: { readonly name: string; readonly use: Place }
}

/** Empty if it isn't set, also if every object has a method of this name, such as `toString`. */
export function variableIn({ env, dotenv = {} }: Pick<RunSettings, 'env' | 'dotenv'>, name: string): string {
  for (const each of [env, dotenv]) {
    const value = Object.hasOwn(each, name) ? each[name] : undefined
    if (value !== undefined) return value
  }
  return ''
}

/** The value of `${env:…}`, `${file:…}` or `${secret:…}`; offline secrets are only named. Unset and empty are the same mistake. */
export function readOutside(
  reference: Reference,
  place: Place,
  field: Field,
  { project, report }: Context,
): Found {
  const origin = originFor(reference, project)
  if (isForbidden(reference, project)) return refused(reference, place, origin, report)
  if (reference.kind === 'secret') return readSecret(reference, place, origin, { project, report })
  return reference.kind === 'env'
    ? readVariable(reference, place, field, { project, report })
    : readFile(reference, place, origin, { project, report })
}

function refused(reference: Reference, place: Place, origin: string, report: Report): Found {
  report(forbidden(reference, place))
  return valueless(origin)
}

/** The problem of a reference that `isForbidden`. */
export function forbidden({ raw }: Reference, place: Place) {
  return {
    rule: 'forbidden-reference',
    place,
    message: `${raw} is an API key for the service or a token of the CI system, and can't be sent as a value`,
    hint: 'Store this value in a separate environment variable, and write ${env:NAME}.',
  }
}

function valueless(origin: string): Found {
  return { value: undefined, origin, isSecret: true }
}

function missing(origin: string, found: Missing['found'], isSecret = true): Found {
  return { value: undefined, origin, isSecret, missing: { origin, isSecret, found } }
}

function readVariable(reference: Reference, place: Place, field: Field, { project, report }: Context): Found {
  const { name, isPlain, raw } = reference
  const { need } = project.settings
  const isNeeded = needsValues(project)
  if (isPlain && field.isSecret)
    report({
      rule: 'plain-in-secret',
      place: field.variable?.use ?? place,
      message: `${raw} can't be used in a secret field; remove |plain`,
    })
  const value = variableIn(project.settings, name)
  const origin = `env:${name}`
  // An empty value that isn't secret is an error, also if secrets are only named.
  if (value === '' && (isNeeded || (need === 'live' && isPlain))) {
    const message = `the environment variable ${name} is not set or is empty`
    const alike = { alike: 'environment variables are not set or are empty', subject: name }
    const found = { rule: 'empty-reference', place, message, once: name, hint: unsetHint(reference, project) }
    return missing(origin, { ...found, ...alike }, !isPlain)
  }
  if (!isPlain && isNeeded) return withValue(value, origin, { reference, place, project, report })
  return isPlain ? { value: value === '' ? undefined : value, origin, isSecret: false } : valueless(origin)
}

function unsetHint({ name, isPlain }: Reference, { settings }: ProjectInput): string {
  const { cwd, env, dotenv, canDefer, secrets } = settings
  const mayOmit = canDefer === true && !isPlain
  if (mayOmit && secrets !== 'named' && (env['CI'] ?? '') !== '')
    return `Set the environment variable. To make a plan without secrets, run ${commandLine('plan --secrets=defer')}.`
  const names = Object.keys(dotenv ?? {})
  const isThere = names.includes(name)
  const similar = isThere ? undefined : mostSimilar(name, names)
  const how =
    dotenv !== undefined
      ? `${isThere ? 'write its value in' : 'add it to'} the file of ${option('dotenv')}${similar === undefined ? '' : `, which contains ${show(similar)}`}.`
      : existsSync(resolve(cwd, '.env'))
        ? `use ${option('dotenv', '.env')}: belfry reads the file .env only with this option.`
        : `add NAME=VALUE to a file and use ${option('dotenv', 'FILE')}.`
  const needed = ifOffered(
    'secrets',
    ` With ${option('secrets', 'needed')}, only secrets that are sent need a value.`,
  )
  // What the environment sets is used, also if it is empty.
  const unset = Object.hasOwn(env, name) ? 'unset it and ' : ''
  return `Set the environment variable, or ${unset}${how}${mayOmit && secrets === undefined ? needed : ''}`
}

function readFile(reference: Reference, place: Place, origin: string, { project, report }: Context): Found {
  const found = confine(resolve(project.root, reference.name), project.readable)
  if ('rule' in found) {
    const problem = unconfined(reference.name, place, found)
    if (found.rule === 'file-outside') report(problem)
    else if (needsValues(project)) return missing(origin, problem)
    return valueless(origin)
  }
  if (keyFiles(project).includes(found.path)) return refused(reference, place, origin, report)
  if (!needsValues(project)) return valueless(origin)
  const limit = project.inputLimits['max-referenced-file']
  const value = readReferenced(found.path, limit)
  if (value === undefined)
    return missing(origin, {
      rule: 'file-unreadable',
      place,
      message: `the file ${show(reference.name)} can't be read, is not UTF-8 text, or is larger than ${sizeText(limit)} (max-referenced-file)`,
      hint: `Check the file${orRaise('max-referenced-file', limit)}.`,
    })
  if (value === '')
    return missing(origin, {
      rule: 'empty-reference',
      place,
      message: `the file ${show(reference.name)} is empty`,
      hint: 'Write the value into the file.',
    })
  return withValue(value, origin, { reference, place, project, report })
}

/** A secret that is not read yet is only named: `loadManifests` has it read, and loads again. */
function readSecret(reference: Reference, place: Place, origin: string, context: Context): Found {
  const { name, key } = reference
  const { project } = context
  const { commandSecrets } = project.settings
  if (commandSecrets === undefined || !needsValues(project)) return valueless(origin)
  const found = commandSecrets.find(name, key)
  if (typeof found === 'string') return withValue(found, origin, { reference, place, ...context })
  return missing(origin, found === undefined ? name : { ...found, place, once: found.message })
}

interface Used extends Context {
  readonly reference: Reference
  readonly place: Place
}

/** A secret that was read. It is a secret by itself, also if it is only a part of a string. */
function withValue(value: string, origin: string, { reference, place, project, report }: Used): Found {
  project.settings.filter?.addSecrets(Secret.of(value, origin))
  const mistake = likelyMistakes.find(([, isIn]) => isIn(value))?.[0]
  if (mistake !== undefined)
    report({
      rule: 'placeholder-secret',
      severity: 'warning',
      place,
      once: origin,
      message: `the value of ${reference.raw} ${mistake}`,
      hint: setOnly(reference.name, 'value'),
    })
  return { value, origin, isSecret: true }
}

/** Keys and certificates of several lines usually end with a line break. */
const likelyMistakes: readonly (readonly [string, (value: string) => boolean])[] = [
  ['is a placeholder', (value) => placeholderIn(value) !== undefined],
  ['is in quotes', (value) => /^(["']).+\1$/.test(value)],
  [
    'begins or ends with a space or a line break',
    (value) => value !== value.trim() && !value.trim().includes('\n'),
  ],
]

function needsValues({ settings: { need, secrets } }: ProjectInput): boolean {
  return need === 'live' && secrets !== 'named'
}

/** The real paths of files that contain keys: a link may lead to one under another name. */
function keyFiles({ root, keyReferences, settings }: ProjectInput): readonly (string | undefined)[] {
  return [
    ...[...keyReferences].flatMap(inFile).map((name) => realPath(resolve(root, name))),
    ...inFile(settings.apiKey?.origin ?? '').map((name) => realPath(resolve(settings.cwd, name))),
  ]
}

function inFile(origin: string): string[] {
  return origin.startsWith('file:') ? [origin.slice('file:'.length)] : []
}

/** A file is identified by its path from the project's folder, however a reference writes it. */
export function originFor({ kind, name, key }: Reference, { root }: Pick<ProjectInput, 'root'>): string {
  if (kind === 'secret') return `command:${name}${key === undefined ? '' : `#${key}`}`
  return kind === 'env' ? `env:${name}` : `file:${relative(root, resolve(root, name)).replaceAll('\\', '/')}`
}

export function isForbidden(
  reference: Reference,
  { root, keyReferences }: Pick<ProjectInput, 'root' | 'keyReferences'>,
): boolean {
  const { kind, name } = reference
  return (kind === 'env' && isForbiddenName(name)) || keyReferences.has(originFor(reference, { root }))
}
