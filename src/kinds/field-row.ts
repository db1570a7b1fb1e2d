// What can be said of a field of a kind: each has one row, so that nothing of it has to be said elsewhere.
import type { z } from 'zod'
import type { FieldRule } from '../core/plan/compare.ts'
import type { FieldPath, Value, ValueMap } from '../core/value.ts'
import type { Form } from './form.ts'
import type { Desired, Live } from './resource.ts'

/** Who may see a field: anyone, no one, or only who may see personal data. A function says which paths in it are secret. */
type Privacy = 'public' | 'secret' | 'personal' | ((path: FieldPath) => boolean)

/** A field that manifests declare. */
export interface Field {
  /** Its type, as manifests and editors know it. */
  readonly form: (form: Form) => z.ZodType
  readonly about: string
  readonly privacy: Privacy
  readonly required?: true
  /** It names the resource; only one field does. A function says the name of one that doesn't need the field. */
  readonly identity?: true | ((declared: ValueMap) => string)
  /** It is the name of the resource and nothing else, so it is neither read nor compared. */
  readonly nameOnly?: true
  /** It says what the resource is and can't be changed, so it can't be ignored either. */
  readonly fixed?: true
  /** Only plain variables may be referred to in it, because it identifies or routes. */
  readonly plain?: true
  /** It and all below it are any strings, such as a person's name, in which `todo` is not a placeholder. */
  readonly free?: true
  /** Its value may hold the service's own name. */
  readonly vendor?: true
  /** The kind that it names a resource of. */
  readonly names?: string
  /** What `null` clears: the field, or the field and all below it. */
  readonly clears?: 'itself' | 'all'
  /** Below it, null and '' are `empty-value`. */
  readonly filled?: true
  /** `perTarget` merges the map by key. Else it replaces the value. */
  readonly merge?: 'key'
  /** True for one of all resources with the same value of this other field; others are without it. */
  readonly soleWithin?: string
  /** Some services don't show it; a ledger remembers it. */
  readonly concealable?: true
  /** It may also change by effects, where no manifest declares it. */
  readonly affected?: true
  /** Its value in a resource that is switched off, because no manifest declares it. */
  readonly retired?: Value
  /** Its name in requests, if it has another one there; false if no request has it. */
  readonly sent?: string | false
  /** How the service treats the field at a path, and all below it. Without it: by value. */
  readonly compare?: FieldRule | ((path: FieldPath, desired: Desired | undefined) => FieldRule)
  /** Each item of this list has a request of its own: the name of an item, and where the body has what is compared of it. */
  readonly parts?: { readonly nameOf: (item: ValueMap) => string; readonly body: string }
  /** The value in the service, in the manifest's language. Without it: the field with the same name; null if there is none. */
  readonly read?: (item: never, context: never) => Value
  /** What a manifest says of it to declare a live resource as it is. Without it: what the service shows. */
  readonly write?: (live: Live) => Value | undefined
}

/** Only the service writes it; a manifest that has it gets a message of its own. */
interface ReadOnly {
  readonly readOnly: true
}

/** What is true of a path below a field, or of a field that only requests have. */
interface Facts extends Pick<Partial<Field>, 'plain' | 'free' | 'vendor' | 'names' | 'privacy'> {
  readonly form?: never
  readonly about?: never
}

export type FieldRow = Field | ReadOnly | Facts

/** By path without list indexes, such as `channels.providerId`. */
export type FieldRows = Readonly<Record<string, FieldRow>>

export interface Reading<Item, Context> {
  readonly read?: (item: Item, context: Context) => Value
}

/** Rows of which none is missing: a field of the contract without a row doesn't compile. */
export type RowsOf<Item, Context = undefined> = FieldRows &
  Readonly<Record<keyof Item & string, (Field & Reading<Item, Context>) | ReadOnly>>

/** Any row, to ask for its facts. */
export type AnyRow = Partial<Field> & Partial<ReadOnly>

/** What has rows. */
export interface Rowed {
  readonly fields: FieldRows
}
