// Resolves the references in one text of a manifest or of a variable, for one target.
import { Secret } from '../../core/secrets/secret.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import type { Value } from '../../core/value.ts'
import type { ProjectInput } from '../project-input.ts'
import { placeOf, type Node, type ScalarNode, type Place } from '../text/node.ts'
import { isBad, parseReferences, type Part, type Reference } from './syntax.ts'
import { readOutside, type Field, type Missing, type Found } from './env-and-files.ts'
import type { Report } from '../frames/reporter.ts'
import { show } from '../frames/frame.ts'

/** A string while it is resolved. Its raw form never leaves the resolver: a secret becomes a `Secret`. */
export interface Text {
  /** Undefined if it is only named: offline, or after a problem. */
  readonly value: string | undefined
  /** `env:NAME`, `file:PATH`, `command:NAME` of what makes it a secret. */
  readonly secretOf: readonly string[]
  /** The plain variables in it. */
  readonly variables: readonly string[]
  /** Shown if a plain string is only named. Empty if nothing in it is only named. */
  readonly named: string
  /** The string with names instead of outside values: strings with the same sketch have the same value. */
  readonly sketch: string
  /** References in it that have no value. */
  readonly missing?: readonly Missing[]
}

/** A string; or, if a scalar is only a variable, what the variable contains. */
export type Resolved = { readonly text: Text } | { readonly variable: string; readonly holds: Node }

/** For a target, or without a target for resources of the organisation. Problems are reported at the reference. */
export class Resolver {
  readonly #project: ProjectInput
  readonly #target: string | undefined
  readonly #report: Report

  constructor(project: ProjectInput, target: string | undefined, report: Report) {
    this.#project = project
    this.#target = target
    this.#report = report
  }

  resolve(node: ScalarNode, value: string, field: Field): Resolved {
    const parts = parseReferences(value)
    const [only = ''] = parts
    const isVariable = parts.length === 1 && typeof only === 'object' && !isBad(only) && only.kind === 'var'
    if (isVariable && this.#isAllowed(only, node, field)) {
      const holds = this.#find(only.name)
      if (holds !== undefined && !isEmpty(holds)) return { variable: only.name, holds }
    }
    return { text: joined(parts.map((part) => this.#textOf(part, node, field))) }
  }

  #find(name: string): Node | undefined {
    const { targetVariables, variables } = this.#project
    return targetVariables.get(this.#target ?? '')?.get(name) ?? variables.get(name)
  }

  #textOf(part: Part, node: ScalarNode, field: Field): Text {
    if (typeof part === 'string') return literal(part)
    const { raw } = part
    const place = placeWithin(node, raw)
    if (isBad(part)) return this.#bad(raw, place, part.bad)
    // A variable that promote generates refers to itself: it is shown by its name.
    if (!this.#isAllowed(part, node, field))
      return withoutValue(part.kind === 'var' ? `var:${part.name}` : raw)
    if (part.kind === 'var') return this.#textOfVariable(part, place, field)
    if (part.kind === 'target')
      return this.#target === undefined
        ? this.#bad(
            raw,
            place,
            `${raw} can't be used here, because this resource belongs to the organisation, not to a target`,
          )
        : literal(this.#target)
    const outside = { project: this.#project, report: this.#report }
    const { missing, ...found } = readOutside(part, place, field, outside)
    const text = textFound(found, raw, field)
    if (missing === undefined) return text
    // Without the identity it is not known which resource the field belongs to.
    if (field.isIdentity && typeof missing.found === 'object') this.#report(missing.found)
    return field.isIdentity ? text : { ...text, missing: [missing] }
  }

  #textOfVariable({ name, raw }: Reference, place: Place, field: Field): Text {
    const holds = this.#find(name)
    if (holds === undefined)
      this.#report({ rule: 'unknown-variable', place, ...unknownVariable(name, this.#project, this.#target) })
    else if (isEmpty(holds))
      this.#report({
        rule: 'empty-reference',
        place: placeOf(holds),
        message: `the variable ${show(name)} is empty`,
        hint: 'Write a value for the variable in the project file.',
      })
    else if (holds.type !== 'scalar')
      return this.#bad(
        raw,
        place,
        `the variable ${show(name)} is a ${holds.type} and can't be part of a string`,
      )
    else if (typeof holds.value !== 'string') return { ...literal(holds.text), variables: [name] }
    else {
      const found = this.resolve(holds, holds.value, { ...field, variable: { name, use: place } })
      if ('text' in found)
        return found.text.secretOf.length > 0 ? found.text : { ...found.text, variables: [name] }
    }
    return withoutValue(raw)
  }

  /** Reports an invalid reference. */
  #bad(raw: string, place: Place, message: string): Text {
    this.#report({ rule: 'bad-reference', place, message })
    return withoutValue(raw)
  }

  /** A variable and an identity may contain only some references. */
  #isAllowed({ kind, raw, isPlain }: Reference, node: ScalarNode, field: Field): boolean {
    const { variable, isIdentity, isSecret } = field
    // What a variable may contain was checked with the project file; what it is used for is checked here.
    if (variable !== undefined && (kind === 'var' || kind === 'target')) return false
    const identifies = variable === undefined ? kind === 'var' : isPlain
    const mayBeHere = isIdentity ? identifies : kind !== 'secret' || isSecret
    if (mayBeHere) return true
    const place = variable?.use ?? placeWithin(node, raw)
    if (!isIdentity)
      this.#report({ rule: 'bad-reference', place, message: `${raw} can only be used in a secret field` })
    else
      this.#report({
        rule: 'reference-in-identity',
        place,
        message:
          variable === undefined
            ? `${raw} can't be used in a name or an identity; use a variable such as \${var:NAME}`
            : `the variable ${show(variable.name)} is secret and can't be used in a name or an identity`,
      })
    return false
  }
}

function isEmpty(node: Node): boolean {
  return node.type === 'scalar' && (node.value === null || node.value === '')
}

/** After a problem: the text has no value, so that no other check reports the field again. */
function withoutValue(raw: string): Text {
  return { value: undefined, secretOf: [], variables: [], named: raw, sketch: raw }
}

/** What is wrong with a reference to a variable that this target doesn't have. */
function unknownVariable(name: string, project: ProjectInput, target: string | undefined) {
  const others = [...project.targetVariables].filter(([, variables]) => variables.has(name))
  const known = [...project.variables.keys(), ...(project.targetVariables.get(target ?? '')?.keys() ?? [])]
  if (others.length === 0)
    return {
      message: `unknown variable ${show(name)}${didYouMean(name, known)}`,
      hint: 'Declare the variable under "variables" in the project file, or fix the name.',
    }
  return target === undefined
    ? {
        message: `the variable ${show(name)} is set only for targets, but this resource belongs to the organisation, not to a target`,
      }
    : {
        message: `the variable ${show(name)} is set for target ${others[0]?.[0]}, but not for target ${target}`,
        target,
      }
}

/** The place of a part of a scalar, if the scalar contains it as written. */
export function placeWithin(node: ScalarNode, raw: string): Place {
  const [from, to] = node.range
  const found = node.definition === undefined ? node.source.text.slice(from, to).indexOf(raw) : -1
  return {
    source: node.source,
    range: found < 0 ? node.range : [from + found, from + found + raw.length],
  }
}

export function literal(value: string): Text {
  return { value, secretOf: [], variables: [], named: '', sketch: value }
}

function textFound({ value, origin, isSecret }: Found, raw: string, { isIdentity }: Field): Text {
  // A string of a manifest can't contain \0, which delimits the origin.
  const sketch = `\0${origin}\0`
  if (isSecret) return { value, secretOf: [origin], variables: [], named: origin, sketch }
  if (value !== undefined) return { ...literal(value), sketch }
  return isIdentity
    ? { ...literal(raw), named: raw }
    : { ...literal(''), value: undefined, named: origin, sketch }
}

function joined(texts: readonly Text[]): Text {
  const [only] = texts
  if (only !== undefined && texts.length === 1) return only
  return {
    value: texts.every(({ value }) => value !== undefined)
      ? texts.map(({ value }) => value).join('')
      : undefined,
    secretOf: [...new Set(texts.flatMap(({ secretOf }) => secretOf))],
    variables: [...new Set(texts.flatMap(({ variables }) => variables))],
    named: texts.find(({ named }) => named !== '')?.named ?? '',
    sketch: texts.map(({ sketch }) => sketch).join(''),
    missing: texts.flatMap(({ missing = [] }) => missing),
  }
}

/** The value of a string in a field. In a secret field every string is a secret. */
export function valueOfText(text: Text, isSecretField: boolean): Value {
  const { value, sketch } = text
  if (text.secretOf.length > 0) {
    const origin = text.secretOf.join(' + ')
    return value === undefined ? Secret.named(origin, sketch) : Secret.of(value, origin, sketch)
  }
  if (value === undefined) return Secret.named(text.named, sketch)
  return isSecretField ? Secret.of(value, originOf(text.variables)) : value
}

export function originOf(variables: readonly string[]): string {
  return variables.length === 0 ? 'literal' : variables.map((name) => `var:${name}`).join(' + ')
}
