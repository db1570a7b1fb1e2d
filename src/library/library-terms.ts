// Options in the words of a program: what is said of an option of the command line names the option of the library.
import type { Result } from './error.ts'
import type { Problem } from './results.ts'

/** Options of the command line, and the options of the library that do the same. */
const names: ReadonlyMap<string, string> = new Map([
  ['-t', 'targets'],
  ['-f', 'files'],
  ...[
    'all',
    'allow-protected',
    'allow-pull-request',
    'check-credentials',
    'concurrency',
    'config',
    'create-recipients',
    'diff-base',
    'dry-run',
    'dotenv',
    'exclude',
    'expect',
    'failback',
    'filter',
    'freshness',
    'insecure-http',
    'journal',
    'keep-going',
    'max-changes',
    'only',
    'rate',
    'resend',
    'run-timeout',
    'skip-delayed',
    'smoke',
    'timeout',
    'url',
    'wait',
    'write',
  ].map((name): [string, string] => [`--${name}`, camelCase(name)]),
  ['--declared', "by: 'declared'"],
  ['--field', 'fields'],
  ['--share-secret', 'shareSecrets'],
  ['--file-root', 'fileRoots'],
  ['--input-limit', 'inputLimits'],
])

const limit = /--(max-changes|input-limit) ([a-z-]+)=([\w%]+)/g
const option = /(?<![\w-])(--[a-z][a-z-]*|-[tf])(?![\w-])/g
/** A command to run in a shell, up to the end of its clause: it stays as it is. */
const command = /\bbelfry [a-z]+(?: (?!to\b|with\b|and\b|or\b|in\b|again\b|without\b)[^\s,;]+)*/g

/** Rules whose messages are about options; other messages may quote the service or a manifest. */
const rules: ReadonlySet<string> = new Set(['bad-flag', 'bad-journal', 'no-manifests'])

export function inLibraryTerms<Told extends Result>(result: Told): Told {
  const named = (text: string): string => inTerms(text, result.command)
  const problems = result.problems.map((problem): Problem => ({
    ...problem,
    ...(rules.has(problem.rule) && { message: named(problem.message) }),
    ...(problem.hint !== undefined && { hint: named(problem.hint) }),
  }))
  return { ...result, problems }
}

function inTerms(text: string, method: Result['command']): string {
  const commands = text.match(command) ?? []
  const rest = text.split(command).map((part) =>
    part
      .replaceAll(limit, (_, name: string, key: string, most: string) => {
        const value = /^\d+$/.test(most) ? most : `'${most}'`
        const quoted = key.includes('-') ? `'${key}'` : key
        return `${names.get(`--${name}`)}: { ${quoted}: ${value} }`
      })
      .replaceAll(option, (written) =>
        written === '-t' && method === 'trigger' ? 'target' : (names.get(written) ?? written),
      ),
  )
  return rest.map((part, index) => `${part}${commands[index] ?? ''}`).join('')
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
