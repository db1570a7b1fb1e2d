// The facts of a kind's field: each field has one row, so that they are in one place.
import type { z } from 'zod'
import type { FieldRule } from '../core/plan/compare-fields.ts'
import type { FieldPath, Value, ValueMap } from '../core/value.ts'
import type { Form } from './form.ts'
import type { Desired, Live } from './resource.ts'

/**
 * Who may see a field: anyone, no one, or only users who may see personal data. A function decides which paths in it are
 * secret.
 */
type Privacy = 'public' | 'secret' | 'personal' | ((path: FieldPath) => boolean)

/** A field that manifests declare. */
export interface Field {
  /** Its type, as manifests and editors know it. */
  readonly form: (form: Form) => z.ZodType
  readonly about: string
  readonly privacy: Privacy
  readonly required?: true
  /** It is the resource's name; only one field is. A function returns the name of a resource without the field. */
  readonly identity?: true | ((declared: ValueMap) => string)
  /** It is only the resource's name, so it is neither read nor compared. */
  readonly nameOnly?: true
  /** It decides what the resource is and can't be changed, so it can't be ignored either. */
  readonly fixed?: true
  /** Only plain variables may be referred to in it, because it identifies or routes. */
  readonly plain?: true
  /** It and all below it are any strings, such as a person's name, in which `todo` is not a placeholder. */
  readonly free?: true
  /** Its value may contain the service's own name. */
  readonly vendor?: true
  /** The kind of the resource that it refers to. */
  readonly names?: string
  /** What `null` clears: the field, or the field and all below it. */
  readonly clears?: 'itself' | 'all'
  /** Below it, null and '' are `empty-value`. */
  readonly filled?: true
  /** `perTarget` merges the map by key. Else it replaces the value. */
  readonly merge?: 'key'
  /** At most one of all resources with the same value of this other field can have it as true. */
  readonly soleWithin?: string
  /** The service clears it when it gets another field with this fact, so export writes them together. */
  readonly coupled?: true
  /** Some services don't show it; a ledger remembers it. */
  readonly concealable?: true
  /** It may also change as an effect of other changes, if no manifest declares it. */
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
  /** The value for a manifest that declares the resource as it is in the service. Without it: what the service shows. */
  readonly write?: (live: Pick<Live, 'fields'>) => Value | undefined
}

/** Only the service writes it; a manifest that has it gets a message of its own. */
interface ReadOnly {
  readonly readOnly: true
}

/** The facts of a path below a field, or of a field that only requests have. */
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

/** Rows for all fields: a field of the contract without a row doesn't compile. */
export type RowsOf<Item, Context = undefined> = FieldRows &
  Readonly<Record<keyof Item & string, (Field & Reading<Item, Context>) | ReadOnly>>

/** Any row, to read its facts. */
export type AnyRow = Partial<Field> & Partial<ReadOnly>

/** A kind, or anything else with rows. */
export interface Rowed {
  readonly fields: FieldRows
}
