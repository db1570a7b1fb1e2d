// The changes of a promotion in the manifests, and the plan after it.
import { commandLine, quoted } from '../core/shell.ts'
import { visible } from '../core/visible.ts'
import { counted } from '../core/words.ts'
import type { PromoteResult } from './json/manifest-shapes.ts'
import { planText } from './text/plan.ts'
import type { Style } from './text/style.ts'

export function promotedText(result: PromoteResult, style: Style): string {
  const { to, files, changes, variables, left, diff = '', isWritten } = result
  const summary = `${counted(changes.length, 'change')} in ${counted(files.length, 'file')}`
  const needs = variables.length > 0
  const plan = files.length === 0 ? undefined : result.plan
  const lines = [
    ...diff.split('\n').slice(0, -1),
    files.length === 0
      ? `The manifests ${left.length === 0 ? 'need no change' : 'were not changed'}.`
      : `${isWritten ? 'Written' : 'To write'}: ${summary}.`,
    ...under(
      'Not promoted:',
      left.map((each) => `  ${named(each)}: ${each.why}`),
    ),
    ...under(
      `Define these variables of target ${to} in the project file. Until then, belfry can't plan the target:`,
      variables.map((each) => `  ${each.name}: …   # ${named(each)}`),
    ),
    ...(plan === undefined ? [] : ['', `A plan with these manifests${needs ? ' and variables' : ''}:`]),
  ]
  const next = isWritten
    ? `${needs ? 'define these variables in the project file, then ' : ''}${commandLine(`plan -t ${quoted(visible(to))}`)}`
    : 'run the command again with --write'
  return [
    ...lines.map((line) => `${visible(line)}\n`),
    ...(plan === undefined ? [] : [planText(plan, style)]),
    ...(files.length === 0 ? [] : [`Next: ${next}\n`]),
  ].join('')
}

function under(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines]
}

function named({ resource, field }: Omit<PromoteResult['left'][number], 'why'>): string {
  return `${resource}${field === '' ? '' : ` ${field}`}`
}
