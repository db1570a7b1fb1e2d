// Commands with only text and JSON: the result, which is also its JSON, and its text. `json/result-shapes.ts` has the shapes.
import type { JournalsRead } from '../core/plan/journal-runs.ts'
import { targetNames } from '../core/target.ts'
import { visible } from '../core/visible.ts'
import { explainText, type ExplainResult } from './text/explained.ts'
import { exportText, promotedText } from './text/exported.ts'
import { logNodes } from './document/journal.ts'
import type { ExportResult, PromoteResult } from './json/result-shapes.ts'
import { padded, widthOf } from './text/layout.ts'
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
    const width = Math.max(0, ...environments.map(({ name }) => widthOf(visible(name))))
    const lines = environments.map(({ name, apiKey }) => `  ${padded(visible(name), width)}  ${apiKey}`)
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
  log: (journals, style) => nodesText(logNodes(journals), style),
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
