// docs/reference/manifest.md, project.md and smoke.md: a table of all fields of each kind of file.
import { capitalized } from '../../core/words.ts'
import { defaultOf, notesOf, referencesOf, withoutDefault } from '../fields/explained-fields.ts'
import { everyField, fieldAt, fieldRoots, type Root } from '../fields/fields.ts'
import type { Field } from '../fields/tree.ts'
import { code, codes, page, prose, table } from './markdown.ts'

export function manifestPage(): string {
  const roots = fieldRoots().filter(({ name, kind }) => name === 'manifest' || kind !== undefined)
  return page(
    'Fields of manifests',
    'This page lists every field of a manifest, with its type and default. `belfry explain integration.credentials` explains the field `credentials` of an integration.',
    [
      'If a manifest leaves out a field, the field stays unchanged in the service. The field names on this page contain no list indexes. For example, `channels.credentials` is a field of each entry of the list `channels`.',
      ...roots.flatMap((root) => [
        `## ${root.kind === undefined ? 'The whole file' : capitalized(root.kind.list)}`,
        fieldTable(root),
        ...clearableText(root),
        ...plainText(root),
      ]),
      '## Conditions',
      'A condition of an integration is a group of comparisons. Upper and lower case matter in the values of the following fields.',
      table(
        ['Field', 'Values'],
        ['type', 'value', 'children.operator', 'children.on'].map((name) => [
          code(`conditions.${name}`),
          codes(valuesOf(`integration.conditions.${name}`)),
        ]),
      ),
      '## References',
      'A string can contain references. In any other field, such as a number, the whole value can be a reference to a variable of the same type as the field.',
      table(
        ['Form', 'Value', 'Treated as'],
        [
          [code('${env:NAME}'), 'an environment variable', 'a secret'],
          [
            code('${env:NAME|plain}'),
            'an environment variable',
            'visible text; not allowed in a secret field',
          ],
          [code('${file:PATH}'), 'the content of a file', 'a secret'],
          [code('${secret:NAME}'), 'the output of the secret command', 'a secret; only in secret fields'],
          [
            code('${var:NAME}'),
            'a variable of `belfry.yaml`',
            'a secret, if the value of the variable is a secret',
          ],
          [code('${target:name}'), 'the name of the target', 'visible text'],
          [code('$${'), 'the characters `${`', 'visible text'],
        ],
      ),
    ],
  )
}

export function projectPage(): string {
  return page(
    'Fields of belfry.yaml',
    'This page lists every field of the project file, with its type and default. `belfry explain project.targets` explains the field `targets`.',
    ['## Fields', ...rootsNamed('project').map(fieldTable)],
  )
}

export function smokePage(): string {
  return page(
    'Fields of smoke suites',
    'This page lists every field of a smoke suite, with its type and default. `belfry explain smoke.expect` explains the field `expect`.',
    [
      'A field of the suite applies to all cases of the suite. A case can set a different value for the same field.',
      '## Fields',
      ...rootsNamed('smoke').map(fieldTable),
    ],
  )
}

function rootsNamed(name: string): readonly Root[] {
  return fieldRoots().filter((root) => root.name === name)
}

/** A service may have further values of some fields, so their schema lists none and the description does. */
function valuesOf(path: string): readonly string[] {
  const { allowed = [], description = '' } = fieldAt(path) ?? {}
  return allowed.length > 0
    ? allowed
    : (description.match(/\b[A-Z][A-Z_]+\b|\b(?:subscriber|payload)\b/g) ?? [])
}

function fieldTable(root: Root): string {
  const seen = new Map<string, string>()
  const rows = (field: Field): readonly (readonly string[])[] => {
    const path = field.path.slice(1).join('.')
    const shape = JSON.stringify(field.children.map(shapeOf))
    const before = field.children.length > 0 ? seen.get(shape) : undefined
    if (before === undefined) seen.set(shape, path)
    const more = before === undefined ? '' : ` The fields are the same as the fields of ${code(before)}.`
    const usual = defaultOf(field)
    return [
      [
        code(path),
        field.type,
        notesOf(field).slice(1).join(', '),
        usual === undefined ? '' : prose(usual),
        `${prose(withoutDefault(field))}${allowedText(field)}${more}`,
      ],
      ...(before === undefined ? field.children.flatMap(rows) : []),
    ]
  }
  return table(['Field', 'Type', 'Notes', 'Default', 'Description'], root.field.children.flatMap(rows))
}

function shapeOf({ path, type, description, children }: Field): unknown {
  return [path.at(-1), type, description, children.map(shapeOf)]
}

/** Values that the description doesn't name. */
function allowedText({ allowed, description }: Field): string {
  const isNamed = allowed.every((value) => description.includes(value))
  return isNamed ? '' : ` Values: ${codes(allowed)}.`
}

function clearableText(root: Root): readonly string[] {
  const names = everyField(root)
    .filter(({ isNullable, path }) => isNullable && path.length > 1)
    .map(({ path }) => path.slice(1).join('.'))
  return root.kind === undefined || names.length === 0
    ? []
    : [`To clear the value of one of these fields in the service, write \`null\`: ${codes(names)}.`]
}

/** Fields with an identity or a route: no secret may be in them. */
function plainText(root: Root): readonly string[] {
  const names = everyField(root)
    .filter((field) => referencesOf(field) === '${var:NAME} only')
    .map(({ path }) => path.slice(1).join('.'))
  return names.length === 0
    ? []
    : [`\`\${var:NAME}\` is the only reference that is allowed in ${codes(names)}.`]
}
