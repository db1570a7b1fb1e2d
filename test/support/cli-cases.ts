// A case is a text file: environment variables, the command, the files of a user, and the whole text that belfry answers with.
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { isProfileName, type ProfileName, type Seed } from '../../src/sandbox/index.ts'
import { version } from '../../src/service/package.ts'
import { folderWith } from './cli-process.ts'
import type { Said } from './cli.ts'
import { expectGolden } from './golden.ts'

export interface Case {
  readonly name: string
  /** The path of the case's own text. */
  readonly file: string
  readonly args: readonly string[]
  /** The arguments of each line `$ belfry COMMAND`. Only worlds have several. */
  readonly commands: readonly (readonly string[])[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: string
  readonly files: readonly CaseFile[]
  /** Of the part `sandbox.json`: what is in the service. Cases without one need no service. */
  readonly seed?: Seed
  /** Of the line `# sandbox NAME`: the release of the service. */
  readonly profile: ProfileName
  readonly expected: string
}

/** A part: `-- PATH --`, `-- PATH from SHARED --`, or a symbolic link `-- PATH -> TARGET --`. */
interface CaseFile {
  readonly path: string
  readonly content: Buffer
  readonly target?: string
}

const root = fileURLToPath(new URL('../cases/', import.meta.url))

/** The mistakes that people make. */
export const cases = casesIn(root, 'belfry.yaml from development-and-production.yaml')

/** What people write who want harm, and files that came to harm. */
export const hostileCases = casesIn(join(root, 'hostile'), '../belfry.yaml from hostile.yaml')

/** Projects and services that differ in many ways, with several commands each. */
export const worlds = casesIn(join(root, 'worlds'))

/** `project` is the part of the cases that have no project file, and no line `# no project file`. */
function casesIn(folder: string, project?: string): readonly Case[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => caseOf(file.slice(0, -'.txt'.length), join(folder, file), project))
}

function caseOf(name: string, file: string, project: string | undefined): Case {
  const [head = '', ...rest] = readFileSync(file, 'utf8').split(/^-- (.+) --\n/m)
  const parts = rest.flatMap((title, n) => (n % 2 === 0 ? [partOf(title, rest[n + 1] ?? '')] : []))
  const hasProject = parts.some(({ path }) => basename(path) === 'belfry.yaml')
  if (project !== undefined && !hasProject && !/^# no project file$/m.test(head))
    parts.unshift(partOf(project, ''))
  const textOfPart = (path: string) => parts.find((part) => part.path === path)?.content.toString() ?? ''
  const commands = [...head.matchAll(/^\$ belfry (.+)$/gm)].map(([, command = '']) => command.split(' '))
  const variables = head.replaceAll(/^\$ .*$/gm, '')
  const [args] = commands
  const profile = /^# sandbox (.+)$/m.exec(variables)?.[1] ?? 'contract'
  if (args === undefined) throw new Error(`${file} begins without a line "$ belfry COMMAND"`)
  if (!isProfileName(profile)) throw new Error(`${file} names an unknown profile: ${profile}`)
  const seed = textOfPart('sandbox.json')
  return {
    name,
    file,
    args,
    commands,
    env: parseEnv(variables),
    stdin: textOfPart('stdin'),
    files: parts.filter(({ path }) => !['expected', 'sandbox.json', 'stdin'].includes(path)),
    ...(seed !== '' && { seed: JSON.parse(seed) as Seed }),
    profile,
    expected: textOfPart('expected'),
  }
}

/** Outside the expected text, `<<ab x 3>>` is short for `ababab`. */
function partOf(title: string, text: string): CaseFile {
  const [path = '', how, source = ''] = title.split(' ')
  if (how === '->') return { path, content: Buffer.of(), target: source }
  if (how === 'from') return { path, content: readFileSync(join(root, 'shared', source)) }
  const whole =
    path === 'expected'
      ? text
      : text.replaceAll(/<<(.+?) x (\d+)>>/gs, (_, piece: string, times: string) => piece.repeat(+times))
  return { path, content: Buffer.from(whole) }
}

/** A folder with the files of the case, until the test is over. */
export function folderOf({ name, files }: Case): string {
  const folder = join(folderWith({}), name)
  mkdirSync(folder)
  for (const { path, content, target } of files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (target !== undefined) symlinkSync(target, file)
    else writeFileSync(file, content)
    if (content.toString().startsWith('#!')) chmodSync(file, 0o755)
  }
  return folder
}

/** Compares with the case's expected text, which BELFRY_UPDATE rewrites. */
export function expectText({ name, file, expected }: Case, text: string): void {
  const before = readFileSync(file, 'utf8')
  const write = () => writeFileSync(file, before.slice(0, before.length - expected.length) + text)
  expectGolden({ name, expected, write }, text)
}

export function textOf({ exit, out, err }: Said): string {
  const text = `exit ${exit}\n${out.replaceAll(/\d+(?:\.\d)? m?s\b/g, '0.1 s')}${err}`
  return text.replaceAll(`belfry ${version}`, 'belfry {version}')
}

/** The rules that an expected text names. */
export function rulesIn(text: string): string[] {
  return [...text.matchAll(/^(?:\S+:\d+:\d+ {2})?(?:error|warning) {2}([a-z-]+)$/gm)].map(
    ([, rule = '']) => rule,
  )
}
