// Applies masks: the places of personal data are declared by path, and the rest stays.

type Replacement<Whole> = (whole: Whole) => Whole

/** A function for the whole, one mask for each item of a list, or masks of the fields that can hold personal data. */
export type Mask<Whole> =
  Replacement<Whole> | (Whole extends readonly (infer Item)[] ? readonly [Mask<Item>] : Masks<Whole>)

type Masks<Whole> = { readonly [Field in keyof Whole]?: Mask<NonNullable<Whole[Field]>> | undefined }

/** What is absent stays absent. */
export function masked<Whole>(whole: Whole, mask: Mask<Whole>): Whole {
  return walked(whole, mask as AnyMask) as Whole
}

type AnyMask = Replacement<unknown> | readonly [AnyMask] | { readonly [field: string]: AnyMask | undefined }

function walked(whole: unknown, mask: AnyMask): unknown {
  if (typeof mask === 'function') return mask(whole)
  if (Array.isArray(whole)) {
    const [own] = mask as readonly [AnyMask]
    return whole.map((item: unknown) => walked(item, own))
  }
  const shown = { ...(whole as Record<string, unknown>) }
  for (const [field, own] of Object.entries(mask))
    if (own !== undefined && shown[field] !== undefined) shown[field] = walked(shown[field], own)
  return shown
}
