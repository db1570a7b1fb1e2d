// The fields of an environment, and what can be wrong with it before anything is read.
import { optional } from '../../core/given.ts'
import { isMap, Unreadable, type Value, type ValueMap } from '../../core/value.ts'
import type { Environment } from '../../wire/generated.ts'
import { hexColor, notEmpty, webUrl } from '../checks.ts'
import { plainText, sameRow } from '../from-field-rows.ts'
import type { RowsOf } from '../field-row.ts'
import type { CheckContext } from '../kind.ts'
import type { Desired } from '../resource.ts'

/** What a list may show besides the contract's fields; shown by some deployed services only. */
export type Shown = Environment & {
  readonly color?: string
  readonly dns?: ValueMap
  readonly bridge?: ValueMap
}

/** By `_id`. */
type Names = ReadonlyMap<string, string>

export const environmentFields: RowsOf<Shown & { readonly parent?: never }, Names> = {
  name: {
    ...plainText('The name of the environment in the service. It identifies the environment.'),
    required: true,
    identity: true,
  },
  previously: {
    ...plainText(
      'The former name. If the service has an environment with this name, belfry renames that environment and does not create a new environment.',
    ),
    sent: false,
  },
  identifier: plainText(
    'The application identifier that clients use. If `identifier` is not set, the service generates an identifier. If the identifier changes, clients that use the old identifier stop working.',
  ),
  color: {
    form: (form) => form.text(hexColor),
    about: 'A hex color such as "#ff8800", in quotes. Required to create the environment.',
    privacy: 'public',
    concealable: true,
    read: ({ color }) => color ?? new Unreadable(false),
  },
  parent: {
    ...plainText(
      'The name of the parent environment. If `parent` is not set, belfry leaves the parent unchanged.',
    ),
    names: 'environment',
    sent: 'parentId',
    read: ({ _parentId }, names) => names.get(_parentId ?? '') ?? null,
  },
  dns: {
    form: (form) =>
      form.map({
        inboundParseDomain: optional(form.text(notEmpty), 'The domain that receives inbound email.'),
      }),
    about: 'The DNS settings of the environment.',
    privacy: 'public',
    concealable: true,
    compare: { compare: 'keys' },
    read: (item) => (isMap(item.dns) ? item.dns : unset(item, null)),
  },
  bridge: {
    form: (form) =>
      form
        .map({
          url: optional(
            form.text(webUrl),
            'The URL of the bridge application, such as https://example.com/bridge.',
          ),
        })
        .nullable(),
    about: 'The bridge application of the environment. null removes the bridge application.',
    privacy: 'public',
    clears: 'itself',
    concealable: true,
    compare: { compare: 'keys' },
    read: (item) => (isMap(item.bridge) ? (item.bridge['url'] === '' ? {} : item.bridge) : unset(item, {})),
  },
  via: {
    ...plainText(
      'The target whose API key manages the environment. This field is needed only if the targets belong to several organisations. Default: the first target with an API key.',
    ),
    sent: false,
  },
  ...sameRow({ readOnly: true }, '_id', '_organizationId', 'type', 'apiKeys', '_parentId', 'slug'),
}

/** Services that show colours leave out only fields that aren't set. */
function unset({ color }: Shown, empty: Value): Value {
  return color === undefined ? new Unreadable(false) : empty
}

export function checkEnvironment(desired: Desired, context: CheckContext): void {
  const parents = new Map(
    Array.from(context.declaredOf('environment'), (item) => [item.name, item.declared['parent']]),
  )
  const walked = new Set<unknown>([desired.name])
  let parent = parents.get(desired.name)
  while (typeof parent === 'string') {
    if (walked.has(parent)) {
      if (parent === desired.name)
        context.report(
          'parent-cycle',
          ['parent'],
          `environment ${desired.name} is its own ancestor`,
          `Change or remove the field "parent" in environment ${desired.name} or in one of its ancestors.`,
        )
      return
    }
    walked.add(parent)
    parent = parents.get(parent)
  }
}
