// Reads the texts of rules and exit codes: Markdown with a heading for each, paragraphs, and fenced examples.
import type { Example } from './explained.ts'

export interface Section {
  readonly id: string
  /** What follows the ID in the heading. */
  readonly title: string
  readonly text: readonly string[]
  readonly fix?: string
  /** By label, such as `Severity`. */
  readonly notes: Readonly<Record<string, string>>
  readonly examples: readonly Example[]
}

export interface Page {
  readonly title: string
  readonly sections: readonly Section[]
}

export function pageOf(markdown: string): Page {
  const [head = '', ...sections] = markdown.split(/^## /m)
  return { title: /^# (.*)$/m.exec(head)?.[1] ?? '', sections: sections.map(sectionOf) }
}

const fence = /^```(\w+) (bad|good|fix)(?: (\S+))?\n([^]*?)^```$/gm

/** Paragraphs that are facts: `Severity: warning`. */
const note = /^(Severity|Exit code): (.*)$/

function sectionOf(markdown: string): Section {
  const [heading = ''] = markdown.split('\n', 1)
  const [id = '', ...title] = heading.split(' ')
  const examples = [...markdown.matchAll(fence)].map(([, language = '', kind, file, text = '']): Example => ({
    kind: kind as Example['kind'],
    language,
    ...(file !== undefined && { file }),
    text,
  }))
  const paragraphs = markdown
    .slice(heading.length)
    .replaceAll(fence, '')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim().replaceAll('\n', ' '))
    .filter((paragraph) => paragraph !== '')
  const fix = paragraphs.find((paragraph) => paragraph.startsWith('Fix: '))?.slice('Fix: '.length)
  return {
    id,
    title: title.join(' '),
    text: paragraphs.filter((paragraph) => !paragraph.startsWith('Fix: ') && !note.test(paragraph)),
    ...(fix !== undefined && { fix }),
    notes: Object.fromEntries(
      paragraphs.flatMap((paragraph) => {
        const [, label = '', value = ''] = note.exec(paragraph) ?? []
        return label === '' ? [] : [[label, value]]
      }),
    ),
    examples,
  }
}
