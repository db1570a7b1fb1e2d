// Commands that have text and JSON alone: what each tells, how people read it, and the shape of its JSON, which is the result itself.
import { z } from 'zod'
import { visible } from '../core/visible.ts'
import type { Style } from './text/style.ts'

/** By command. */
export interface Results {
  readonly sandbox: {
    readonly url: string
    readonly environments: readonly { readonly name: string; readonly apiKey: string }[]
  }
}

const texts: { readonly [Command in keyof Results]: (result: Results[Command], style: Style) => string } = {
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
}

/** Its lines. The keys of a sandbox are no secret. */
function projectFile(url: string, environments: Results['sandbox']['environments']): string[] {
  const port = new URL(url).port || '80'
  const aliases = new Set<string>()
  return [
    `service: { url: ${port === '4111' ? 'sandbox' : `sandbox:${port}`} }`,
    'targets:',
    ...environments.map(({ name, apiKey }) => {
      const plain = visible(name.trim()).replaceAll(/[/*?[\]{},]/g, '-')
      const alias = aliases.has(plain) ? `${plain} ${aliases.size + 1}` : plain
      aliases.add(alias)
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

/** @internal */
export const resultShapes = {
  sandbox: {
    url: z.string().optional(),
    environments: z.array(z.strictObject({ name: z.string(), apiKey: z.string() })).optional(),
  },
} satisfies { readonly [Command in keyof Results]: z.ZodRawShape }
