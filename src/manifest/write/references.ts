// Replaces each secret by a reference to an environment variable, and leaves out what can't be written.
import { isTooDeep, maxDepth } from '../../core/json.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { someText } from '../../core/secrets/leak.ts'
import { isEqual } from '../../core/plan/compare-fields.ts'
import {
  eachLeaf,
  isList,
  isMap,
  type Leaf,
  mapEach,
  mapLeaves,
  mapOf,
  someLeaf,
  Unreadable,
  type Value,
  type ValueMap,
} from '../../core/value.ts'
import { listText } from '../../core/words.ts'
import { variableName } from '../references/placeholder.ts'
import { badCharacter, isBadKey, isExact } from '../text/scalar.ts'
import { type Entry, filled, type Note } from './entry.ts'
import { isSecretAt } from '../../kinds/from-field-rows.ts'

/** An environment variable that a written manifest refers to. */
export interface Variable {
  readonly name: string
  /** `integration sendgrid-main` */
  readonly resource: string
  /** `credentials.apiKey` */
  readonly field: string
  /** Present if only this target uses it. */
  readonly target?: string
}

/** The variables of one export: two secrets never get one name. */
export class Variables {
  readonly #all: Variable[] = []
  readonly #used = new Set<string>()
  readonly #values = new Map<string, Secret | Unreadable>()
  readonly #isTaken: (name: string) => boolean
  readonly #holdsSecret: (text: string) => boolean

  /** `isTaken`: names that can't be used. `holdsSecret`: whether a string that isn't secret by its field contains a secret. */
  constructor(isTaken: (name: string) => boolean, holdsSecret: (text: string) => boolean) {
    this.#isTaken = isTaken
    this.#holdsSecret = holdsSecret
  }

  /** Those that something written refers to. */
  get all(): readonly Variable[] {
    return this.#all.filter(({ name }) => this.#used.has(`env:${name}`))
  }

  /** Notes that the entry is written: until then it and its fields may still be left out. */
  use({ fields, perTarget }: Entry): void {
    for (const map of [fields, ...Object.values(perTarget)])
      eachLeaf(map, (leaf) => leaf instanceof Secret && this.#used.add(leaf.origin))
  }

  /** The same entry as it can be written. */
  refer(entry: Entry): Entry {
    const notes = [...entry.notes]
    const fields = this.#fields(entry.fields, entry, undefined, notes)
    const perTarget = mapEach(entry.perTarget, (own, target) => this.#fields(own, entry, target, notes))
    return { ...entry, fields, perTarget: filled(perTarget), notes }
  }

  #fields(fields: ValueMap, entry: Entry, target: string | undefined, notes: Note[]): ValueMap {
    return mapOf(
      Object.entries(fields).flatMap(([field, value]): (readonly [string, Value])[] => {
        const why = this.#obstacle(field, value, entry)
        if (why !== undefined) notes.push({ field, why })
        return why === undefined ? [[field, this.#closed(field, value, entry, target)]] : []
      }),
    )
  }

  /** Why a field can't be written. */
  #obstacle(field: string, value: Value, { kind }: Entry): string | undefined {
    if (someLeaf(value, isHidden) && !someLeaf(value, (leaf) => !isHidden(leaf))) {
      const keys = Object.keys(isMap(value) ? value : {})
      return `not returned by the service${keys.length === 0 ? '' : `; the provider requires ${listText(keys)}`}`
    }
    if (isTooDeep(value, maxDepth - deepest)) return `the value is nested more than ${deepest} levels deep`
    if (isUnstorable(value)) return "the value contains a number or character that a file can't store exactly"
    // References give strings.
    if (someLeaf(value, (leaf) => leaf instanceof Secret && !leaf.passes(isVariable)))
      return "the value contains a secret that an environment variable can't store"
    if (someText(value, this.#holdsSecret)) return 'the value contains a secret of another field'
    // A kind closes each secret that it expects, so this is another value, such as a string instead of a map.
    return isSecretAt(kind, [field]) && !isMap(value) && !isList(value) ? 'the value is a secret' : undefined
  }

  #closed(field: string, value: Value, entry: Entry, target: string | undefined): Value {
    return mapLeaves(
      value,
      (leaf, path) =>
        leaf instanceof Secret || leaf instanceof Unreadable
          ? Secret.named(`env:${this.#nameFor(leaf, path, entry, target)}`)
          : leaf,
      [field],
    )
  }

  #nameFor(
    secret: Secret | Unreadable,
    path: readonly string[],
    { kind, name }: Entry,
    target: string | undefined,
  ): string {
    const words = [
      ...(target === undefined ? [] : [target]),
      name,
      ...path.slice(1).filter((key) => key !== 'credentials'),
    ]
    const plain = variableName(words.join(' ').replaceAll(/[^A-Za-z\d]+/g, ' '))
    // Of a name without letters and digits only the field is left, such as USER, which every shell sets.
    const isClear = /^[A-Z]/.test(plain) && /[A-Za-z\d]/.test(name)
    const base = this.#isTaken(plain) || !isClear ? `${kind.name.toUpperCase()}_${plain}` : plain
    let unique = base
    for (let count = 2; !this.#isFree(unique, secret); count += 1) unique = `${base}_${count}`
    if (!this.#values.has(unique))
      this.#all.push({
        name: unique,
        resource: `${kind.name} ${name}`,
        field: path.join('.'),
        ...(target !== undefined && { target }),
      })
    this.#values.set(unique, secret)
    return unique
  }

  #isFree(name: string, secret: Secret | Unreadable): boolean {
    const known = this.#values.get(name)
    return known === undefined ? !this.#isTaken(name) : isEqual(known, secret)
  }
}

/** Levels of one field; a manifest has some above it. */
const deepest = 90

/** An environment variable can't contain NUL, and an empty one counts as not set. */
function isVariable(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !isBadText(value)
}

function isHidden(leaf: Leaf): boolean {
  return leaf instanceof Unreadable
}

/** Whether it has a number or a string that no file can contain exactly. */
export function isUnstorable(value: Value): boolean {
  return someLeaf(value, isInexact) || someText(value, isBadText) || hasBadKey(value)
}

function isInexact(leaf: Leaf): boolean {
  return typeof leaf === 'number' && !isExact(leaf)
}

function hasBadKey(value: Value): boolean {
  return isList(value)
    ? value.some(hasBadKey)
    : isMap(value) && Object.entries(value).some(([key, item]) => isBadKey(key) || hasBadKey(item))
}

function isBadText(text: string): boolean {
  return badCharacter(text) !== undefined
}

/** As written in a manifest: references for secrets, and `${` escaped. */
export function manifestValue(value: Value): Value {
  return mapLeaves(value, (leaf) =>
    leaf instanceof Secret
      ? `\${${leaf.origin}}`
      : typeof leaf === 'string'
        ? leaf.replaceAll('${', () => '$${')
        : leaf,
  )
}
