// Commands that have text and JSON alone: what each tells, how people read it, and the shape of its JSON, which is the result itself.
import { z } from 'zod'
import { counted } from '../core/words.ts'
import { targetNames } from '../core/plan/target-names.ts'
import { visible } from '../core/visible.ts'
import { quoted } from '../core/shell.ts'
import { paint, type Style } from './text/style.ts'

export interface WrittenFile {
  readonly name: string
  /** `extended`: lines were added; `kept`: it was there and needed nothing. */
  readonly result: 'created' | 'extended' | 'kept' | 'not written'
}

/** By command. */
export interface Results {
  readonly init: {
    readonly files: readonly WrittenFile[]
    /** The command lines that come next. */
    readonly next: readonly string[]
  }
  readonly sandbox: {
    readonly url: string
    readonly environments: readonly { readonly name: string; readonly apiKey: string }[]
  }
  readonly export: {
    /** Absent if the project's own manifests are updated. */
    readonly out?: string
    /** With what is in each, in words. */
    readonly files: readonly { readonly file: string; readonly holds: string }[]
    /** What the manifests refer to in place of secrets. */
    readonly variables: readonly {
      readonly name: string
      readonly resource: string
      readonly field: string
      readonly target?: string
    }[]
    /** Resources that aren't written. */
    readonly left: readonly {
      readonly kind: string
      readonly name: string
      readonly target?: string
      readonly why: string
    }[]
    /** Fields that aren't written; a comment in the file says the same. */
    readonly notes: readonly { readonly resource: string; readonly note: string }[]
    /** How many channels of subscribers aren't written. */
    readonly channels: number
    /** False after a dry run. This and what follows is absent with `out`. */
    readonly isWritten?: boolean
    readonly changes?: readonly ChangedField[]
    readonly appended?: readonly { readonly file: string; readonly resource: string }[]
    /** Fields that differ and are not changed. */
    readonly leftAlone?: readonly (ChangedField & { readonly why: string })[]
    /** Of all files, in the unified format; absent if personal data is masked. */
    readonly diff?: string
  }
}

/** A value in a manifest. */
export interface ChangedField {
  readonly file: string
  readonly line: number
  readonly resource: string
  readonly target?: string
  /** Empty for the whole resource. */
  readonly field: string
  /** As JSON; absent if it is secret. */
  readonly before?: string
  readonly after?: string
}

const texts: { readonly [Command in keyof Results]: (result: Results[Command], style: Style) => string } = {
  init: ({ files, next }) =>
    [
      ...files.map(({ name, result }) => `${result.padEnd(11)}  ${visible(name)}\n`),
      ...(files.some(({ name }) => name.startsWith('.github/'))
        ? ['In the workflows, replace OWNER/belfry@COMMIT.\n']
        : []),
      ...(next.length === 0 ? [] : ['Next:\n', ...next.map((line) => `  ${line}\n`)]),
    ].join(''),
  sandbox: ({ url, environments }) => {
    const width = Math.max(0, ...environments.map(({ name }) => name.length))
    const lines = environments.map(({ name, apiKey }) => `  ${visible(name).padEnd(width)}  ${apiKey}`)
    const file = projectFile(url, environments).map((line) => `  ${line}`)
    return [
      `Sandbox at ${url}, until Ctrl-C. API keys, for this sandbox only:`,
      ...lines,
      'A belfry.yaml for it:',
      ...file,
      '',
    ].join('\n')
  },
  export: (result, style) => {
    const { out, files, variables, left, notes, channels } = result
    const table = columns(files.map(({ file, holds }) => [visible(file), holds]))
    const leftOut = left.map(({ kind, name, target, why }) => [
      visible(`${kind} ${name}${target === undefined ? '' : ` in ${target}`}`),
      visible(why),
    ])
    const unwritten = [
      ...section('Not written, because no manifest can declare it as it is:', columns(leftOut)),
      ...section(
        'Fields that are not written; a comment in the file says the same:',
        columns(notes.map(({ resource, note }) => [visible(resource), visible(note)])),
      ),
    ]
    if (out === undefined) return updateText(result, unwritten, style)
    const plan = `belfry plan -f ${quoted(out)}`
    return [
      paint(style, 'bold', `Exported to ${visible(out)}:`),
      ...table,
      ...unwritten,
      ...(channels > 0
        ? ['', `${counted(channels, 'channel')} of subscribers not written: add --channels to write them.`]
        : []),
      '',
      visible(`Next: ${plan} --secrets=defer`),
      ...(variables.length === 0
        ? []
        : [
            visible(
              `Next: add the ${counted(variables.length, 'variable')} of ${out}/.env.example to .env, with values, then ${plan} --env-file .env`,
            ),
          ]),
      '',
    ].join('\n')
  },
}

function updateText(
  { files, isWritten, changes = [], appended = [], leftAlone = [], diff = '' }: Results['export'],
  unwritten: readonly string[],
  style: Style,
): string {
  const rows = (all: readonly (ChangedField & { readonly why?: string })[]): string[] =>
    columns(
      all.map(({ file, line, resource, target, field, before, after, why }) => [
        visible(`${file}:${line}`),
        visible(
          `${resource}${target === undefined ? '' : ` in ${target}`}${field === '' ? '' : ` ${field}`}${before === undefined ? '' : `: ${before} -> ${after}`}${why === undefined ? '' : ` (${why})`}`,
        ),
      ]),
    )
  const summary = `${counted(changes.length, 'change')} and ${counted(appended.length, 'new resource')} in ${counted(files.length, 'file')}`
  const heading = isWritten === true ? `Written: ${summary}.` : `To write: ${summary}.`
  const idle =
    leftAlone.length === 0
      ? 'The manifests need no change.'
      : `Nothing to write: ${counted(leftAlone.length, 'difference')} left alone.`
  return [
    ...(isWritten === true ? [] : diff.split('\n').slice(0, -1).map(visible)),
    paint(style, 'bold', files.length === 0 ? idle : heading),
    ...rows(changes),
    ...columns(appended.map(({ file, resource }) => [visible(file), visible(`${resource} is added`)])),
    ...section('Left alone; change it by hand, or apply:', rows(leftAlone)),
    ...unwritten,
    ...(isWritten === true || files.length === 0 ? [] : ['', 'Next: belfry export --write']),
    '',
  ].join('\n')
}

/** Lines of two columns, indented. */
function columns(rows: readonly (readonly [string, string] | readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map(([first = '']) => first.length))
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}  ${visible(second)}`)
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines]
}

/** Its lines. The keys of a sandbox are no secret. */
function projectFile(url: string, environments: Results['sandbox']['environments']): string[] {
  const port = new URL(url).port || '80'
  const aliases = targetNames(environments.map(({ name }) => name))
  return [
    `service: { url: ${port === '4111' ? 'sandbox' : `sandbox:${port}`} }`,
    'targets:',
    ...environments.map(({ name, apiKey }, index) => {
      const alias = aliases[index] ?? name
      const environment = alias === name ? '' : `environment: ${visible(JSON.stringify(name))}, `
      return `  ${JSON.stringify(alias)}: { ${environment}apiKey: ${JSON.stringify(apiKey)} }`
    }),
    'manifests: [manifests]',
  ]
}

/** @internal Nothing where there is no result. */
export function resultText<Command extends keyof Results>(
  { command, result }: { readonly command: Command; readonly result?: Results[Command] },
  style: Style,
): string {
  return result === undefined ? '' : texts[command](result, style)
}

const changedField = z.strictObject({
  file: z.string(),
  line: z.int(),
  resource: z.string(),
  target: z.string().optional(),
  field: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
})

/** @internal */
export const resultShapes = {
  init: {
    files: z
      .array(
        z.strictObject({ name: z.string(), result: z.enum(['created', 'extended', 'kept', 'not written']) }),
      )
      .optional()
      .describe('Absent if no file was to be written.'),
    next: z.array(z.string()).optional().describe('The command lines that come next.'),
  },
  sandbox: {
    url: z.string().optional(),
    environments: z.array(z.strictObject({ name: z.string(), apiKey: z.string() })).optional(),
  },
  export: {
    out: z.string().optional(),
    files: z.array(z.strictObject({ file: z.string(), holds: z.string() })).optional(),
    variables: z
      .array(
        z.strictObject({
          name: z.string(),
          resource: z.string(),
          field: z.string(),
          target: z.string().optional(),
        }),
      )
      .optional(),
    left: z
      .array(
        z.strictObject({
          kind: z.string(),
          name: z.string(),
          target: z.string().optional(),
          why: z.string(),
        }),
      )
      .optional(),
    notes: z.array(z.strictObject({ resource: z.string(), note: z.string() })).optional(),
    channels: z.int().optional(),
    isWritten: z.boolean().optional(),
    changes: z.array(changedField).optional(),
    appended: z.array(z.strictObject({ file: z.string(), resource: z.string() })).optional(),
    leftAlone: z.array(changedField.extend({ why: z.string() })).optional(),
    diff: z.string().optional(),
  },
} satisfies { readonly [Command in keyof Results]: z.ZodRawShape }
