// The changes of a promotion in the manifests, and the plan after it.
import { commandLine, quoted } from '../core/shell.ts'
import { visible } from '../core/visible.ts'
import { counted } from '../core/words.ts'
import type { PromoteResult } from './json/manifest-shapes.ts'
import { planText } from './text/plan.ts'
import type { Style } from './text/style.ts'

export function promotedText(result: PromoteResult, style: Style): string {
  const { to, files, changes, variables, left, diff = '', isWritten, plan } = result
  const summary = `${counted(changes.length, 'change')} in ${counted(files.length, 'file')}`
  return [
    ...diff.split('\n').slice(0, -1),
    files.length === 0
      ? `The manifests ${left.length === 0 ? 'need no change' : 'were not changed'}.`
      : `${isWritten ? 'Written' : 'To write'}: ${summary}.`,
    ...(left.length === 0 ? [] : ['', 'Not promoted:']),
    ...left.map((each) => `  ${named(each)}: ${each.why}`),
    ...(variables.length === 0
      ? []
      : [
          '',
          `Define these variables of target ${to} in the project file. Until then, belfry can't plan the target:`,
        ]),
    ...variables.map((each) => `  ${each.name}: …   # ${named(each)}`),
    ...(plan === undefined || files.length === 0
      ? []
      : ['', `A plan with these manifests${variables.length === 0 ? '' : ' and variables'}:`]),
  ]
    .map((line) => `${visible(line)}\n`)
    .concat(plan === undefined || files.length === 0 ? [] : [planText(plan, style)])
    .concat(
      files.length === 0
        ? []
        : [
            isWritten
              ? `Next: ${variables.length === 0 ? '' : 'define these variables in the project file, then '}${commandLine(`plan -t ${quoted(visible(to))}`)}\n`
              : 'Next: run the command again with --write\n',
          ],
    )
    .join('')
}

function named({ resource, field }: Omit<PromoteResult['left'][number], 'why'>): string {
  return `${resource}${field === '' ? '' : ` ${field}`}`
}
