// Exit codes: what each means, and what to do next.
import type { Explained } from './explained.ts'
import { pageOf } from './sections.ts'
import text from './exits.md?raw'

export const explainedExits: readonly Explained[] = pageOf(text).sections.map(
  ({ id, title, fix, examples, ...section }) => ({
    sort: 'exit',
    name: id,
    summary: `${title}.`,
    facts: {},
    text: section.text,
    ...(fix !== undefined && { fix }),
    examples,
    parts: [],
  }),
)
