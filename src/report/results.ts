// Commands with only text and JSON: the result, its text, and the shape of its JSON, which is the result itself.
import { z } from 'zod'
import { optional } from '../core/given.ts'
import type { JournalsRead } from '../core/plan/journal-runs.ts'
import { runs } from './json/diff-shape.ts'
import { targetNames } from '../core/target.ts'
import { visible } from '../core/visible.ts'
import { sorts } from '../explain/explained.ts'
import { explainText, type ExplainResult } from './text/explained.ts'
import { exportText, promotedText } from './text/exported.ts'
import { exportShape, promoteShape, type ExportResult, type PromoteResult } from './json/manifest-shapes.ts'
import { logNodes } from './document/journal.ts'
import { laidOut } from './text/layout.ts'
import { nodesText } from './text/nodes.ts'
import type { Style } from './text/style.ts'

export interface WrittenFile {
  readonly name: string
  /** `extended`: lines were added; `kept`: it existed and needed no change. */
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
    /** What a project file writes instead of `sandbox`: belfry sends no other keys there. */
    readonly service?: string
    readonly environments: readonly { readonly name: string; readonly apiKey: string }[]
  }
  readonly export: ExportResult
  readonly log: JournalsRead
  readonly promote: PromoteResult
  readonly explain: ExplainResult
  readonly schema: {
    readonly schemas?: readonly { readonly name: string; readonly about: string }[]
    /** JSON Schema. */
    readonly schema?: Readonly<Record<string, unknown>>
  }
}

const texts: { readonly [Command in keyof Results]: (result: Results[Command], style: Style) => string } = {
  init: ({ files, next }) =>
    [
      ...files.map(({ name, result }) => `${result.padEnd(11)}  ${visible(name)}\n`),
      ...(next.length === 0 ? [] : ['Next:\n', ...next.map((line) => `  ${line}\n`)]),
    ].join(''),
  sandbox: ({ url, service = nameOf(url), environments }) => {
    const width = Math.max(0, ...environments.map(({ name }) => name.length))
    const lines = environments.map(({ name, apiKey }) => `  ${visible(name).padEnd(width)}  ${apiKey}`)
    const file = projectFile(service, environments).map((line) => `  ${line}`)
    return [
      `Sandbox at ${url}. Press Ctrl-C to stop the sandbox. API keys for this sandbox only:`,
      ...lines,
      'belfry.yaml for this sandbox:',
      ...file,
      '',
    ].join('\n')
  },
  export: exportText,
  log: (journals, style) => laidOut(nodesText(logNodes(journals), style), style),
  promote: promotedText,
  explain: explainText,
  schema: ({ schemas = [], schema }) => {
    const width = Math.max(0, ...schemas.map(({ name }) => name.length))
    const lines = schemas.map(({ name, about }) => `${name.padEnd(width)}  ${about}\n`)
    return schema === undefined ? lines.join('') : `${JSON.stringify(schema, null, 2)}\n`
  },
}

function nameOf(url: string): string {
  const port = new URL(url).port || '80'
  return port === '4111' ? 'sandbox' : `sandbox:${port}`
}

/** The lines of a project file. The keys of a sandbox are no secret. */
function projectFile(service: string, environments: Results['sandbox']['environments']): string[] {
  const aliases = targetNames(environments.map(({ name }) => name))
  return [
    `service: { url: ${service} }`,
    'targets:',
    ...environments.map(({ name, apiKey }, index) => {
      const alias = aliases[index] ?? name
      const environment = alias === name ? '' : `environment: ${visible(JSON.stringify(name))}, `
      return `  ${JSON.stringify(alias)}: { ${environment}apiKey: ${JSON.stringify(apiKey)} }`
    }),
    'manifests: [manifests]',
  ]
}

/** @internal Empty if there is no result. */
export function resultText<Command extends keyof Results>(
  { command, result }: { readonly command: Command; readonly result?: Results[Command] },
  style: Style,
): string {
  return result === undefined ? '' : texts[command](result, style)
}

const sort = z.enum(sorts)

const explained = z.strictObject({
  sort,
  name: z.string(),
  summary: z.string(),
  facts: z
    .record(z.string(), z.string())
    .describe('The facts about the subject, by label, such as Severity or Type.'),
  text: z.array(z.string()).describe('The paragraphs of the explanation.'),
  fix: optional(z.string(), 'How to fix the problem.'),
  examples: z.array(
    z.strictObject({
      kind: z
        .enum(['bad', 'good', 'fix'])
        .describe(
          'The kind of the example. If the kind is "fix", the example is a command that fixes the problem.',
        ),
      language: z.string(),
      file: optional(
        z.string(),
        'The file in which to write the example. Absent if the example belongs in a manifest.',
      ),
      text: z.string(),
    }),
  ),
  parts: z
    .array(
      z.strictObject({
        title: z.string(),
        entries: z.array(
          z.strictObject({ name: z.string(), summary: z.string(), notes: z.array(z.string()).optional() }),
        ),
      }),
    )
    .describe('Lists that are part of the explanation, for example the credentials of a provider.'),
})

/** @internal */
export const resultShapes = {
  init: {
    files: optional(
      z.array(
        z.strictObject({ name: z.string(), result: z.enum(['created', 'extended', 'kept', 'not written']) }),
      ),
      'The files and the result of each file. Absent if there was no file to write.',
    ),
    next: optional(z.array(z.string()), 'The commands to run next.'),
  },
  sandbox: {
    url: z.string().optional(),
    service: optional(
      z.string(),
      'What a project file writes instead of `sandbox`, if the keys are those of a seed.',
    ),
    environments: z.array(z.strictObject({ name: z.string(), apiKey: z.string() })).optional(),
  },
  export: exportShape,
  log: {
    runs: optional(runs, 'The runs, newest first.'),
    damaged: optional(
      z.array(z.strictObject({ file: z.string(), line: z.int().min(1) })),
      'The lines that are not valid entries, such as a truncated line.',
    ),
  },
  promote: promoteShape,
  explain: {
    subject: optional(explained, 'The explanation of the subject. Absent if no subject is given.'),
    groups: optional(
      z.array(z.strictObject({ sort, count: z.int(), about: z.string(), example: z.string() })),
      'The groups of subjects that belfry can explain. Present only if no subject is given.',
    ),
  },
  schema: {
    schemas: optional(
      z.array(z.strictObject({ name: z.string(), about: z.string() })),
      'The schemas that belfry can print. Present only if no name is given.',
    ),
    schema: optional(
      z.record(z.string(), z.json()),
      'The JSON Schema with the given name. Absent if no name is given.',
    ),
  },
} satisfies { readonly [Command in keyof Results]: z.ZodRawShape }
