// The pages that people read, and the blocks of code in them.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import { profileNames, type ProfileName } from '../../src/sandbox/index.ts'

export const root = join(import.meta.dirname, '../..')

/** README.md and the like, the skill, the pages of the examples, and the manual: as paths from the root. */
export function pagePaths(): readonly string[] {
  const own = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'skills/belfry/SKILL.md']
  const examples = readdirSync(join(root, 'examples')).map((name) => `examples/${name}/README.md`)
  const docs = readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  return [...own, ...examples.filter((path) => existsSync(join(root, path))), ...docs.sort()]
}

export interface Block {
  /** `console`, `sh`, `yaml`, …; empty if the fence names no language. */
  readonly language: string
  readonly text: string
  /** The lines of the text in the page: from the one after the fence, before the closing one. */
  readonly from: number
  readonly to: number
  /** The file that its first line names, such as `# manifests/email.yaml`: it is saved there, and not run. */
  readonly file: string | undefined
  /** `<!-- illustrative -->` is above it: it is not run. */
  readonly isIllustrative: boolean
  /** `<!-- sandbox novu-2026-09 -->` above it: it starts again, with a sandbox of this profile. */
  readonly profile: ProfileName | undefined
  /** `<!-- exit 3 -->` above it: with which code its last command ends. */
  readonly exit: number
}

const fileName = /^# ([\w./-]+\.(?:ya?ml|ndjson|json|env|sh))$/

export function blocksOf(page: string): readonly Block[] {
  const lines = page.split('\n')
  const blocks: Block[] = []
  for (let index = 0; index < lines.length; index++) {
    const [, indent = '', fence, language = ''] = /^( *)(```+)(\w*)/.exec(lines[index] ?? '') ?? []
    if (fence === undefined) continue
    const from = index + 1
    const to = lines.indexOf(`${indent}${fence}`, from)
    if (to < 0) throw new Error(`the block of line ${from} has no end`)
    const mark = markAbove(lines, index)
    blocks.push({
      language,
      text: lines.slice(from, to).join('\n'),
      from,
      to,
      file: fileName.exec(lines[from] ?? '')?.[1],
      isIllustrative: mark === 'illustrative',
      profile: profileNames.find((name) => mark === `sandbox ${name}`),
      exit: Number(/^exit (\d+)$/.exec(mark)?.[1] ?? 0),
    })
    index = to
  }
  return blocks
}

/** What the comment just above a line says, with or without an empty line between them. */
function markAbove(lines: readonly string[], index: number): string {
  const above = lines[index - 1]?.trim() === '' ? lines[index - 2] : lines[index - 1]
  return /^\s*<!-- (.*) -->$/.exec(above ?? '')?.[1] ?? ''
}

export interface Command {
  /** As typed, without the comment at its end. */
  readonly line: string
  /** Of the first and after the last line, in the block. */
  readonly at: number
  readonly end: number
  /** `# exit 2` at the end of a line says with which code it ends. */
  readonly exit: number | undefined
}

/** The commands of a `console` or `sh` block; `\` at the end of a line goes on with the next one. */
export function commandsOf({ language, text }: Block): readonly Command[] {
  const lines = text.split('\n')
  const prompt = language === 'console' ? '$ ' : ''
  const commands: Command[] = []
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at] ?? ''
    if (!first.startsWith(prompt)) continue
    let end = at + 1
    while (lines[end - 1]?.endsWith('\\')) end++
    const whole = [first.slice(prompt.length), ...lines.slice(at + 1, end)].join('\n')
    const line = withoutComment(whole)
    const said = /# exit (\d+)/.exec(whole.slice(line.length))?.[1]
    if (line !== '') commands.push({ line, at, end, exit: said === undefined ? undefined : Number(said) })
    at = end - 1
  }
  return commands
}

function withoutComment(line: string): string {
  return /^(?:'[^']*'|"[^"]*"|(?:^|(?<=\S))#|[^#'"])*/.exec(line)?.[0].trimEnd() ?? ''
}
