// Changes of manifests as text: the files of an export, and a promotion with the plan after it.
import { largest } from '../../core/lists.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { visible } from '../../core/visible.ts'
import { counted, listText } from '../../core/words.ts'
import type { ChangedField, ExportResult, PromoteResult } from '../json/result-shapes.ts'
import { uncomparedWords } from '../words/uncompared.ts'
import { paint, type Style } from './style.ts'
import { planText } from './nodes.ts'

/** In the folder of an export. The globs of manifests skip it, because of the dot: a clone without the people in it is complete. */
export const peopleFolder = '.people'

/** @internal */
export function exportText(result: ExportResult, style: Style): string {
  const { out, files, variables, left, notes, channels } = result
  const table = columns(files.map(({ file, holds }) => [visible(file), holds]))
  const leftOut = left.map(({ kind, name, target, why }) => [
    visible(`${kind} ${name}${target === undefined ? '' : ` in ${target}`}`),
    visible(why),
  ])
  // A line of a subscriber has no comment.
  const hasPeople = notes.some(({ resource }) => resource.startsWith('subscriber '))
  const unwritten = [
    ...section('These resources were not written:', columns(leftOut)),
    ...section(
      `These fields were not written${hasPeople ? '' : ' (comments in the files also list them)'}:`,
      columns(notes.map(({ resource, note }) => [visible(resource), visible(note)])),
    ),
  ]
  if (out === undefined) return updateText(result, unwritten, style)
  if (files.length === 0) return ['Nothing was exported. No file was written.', ...unwritten, ''].join('\n')
  const folders = files
    .filter(({ file }) => /\.ya?ml$/.test(file))
    .map(({ file }) => (file.includes(peopleFolder) ? `${out}/${peopleFolder}` : out))
  const plan = ['plan', ...new Set(folders.map((folder) => `-f ${quoted(folder)}`))].join(' ')
  return [
    paint(style, 'bold', `Exported to ${visible(out)}:`),
    ...table,
    ...unwritten,
    ...(channels > 0
      ? [
          '',
          `${counted(channels, 'subscriber channel was', 'subscriber channels were')} not written. Add --channels to write subscriber channels.`,
        ]
      : []),
    '',
    visible(`Next: ${commandLine(`${plan} --secrets=needed`, 'targets')}`),
    ...(variables.length === 0
      ? []
      : [
          visible(
            `Next: copy ${counted(variables.length, 'variable')} from ${out}/.env.example to .env and fill in values, then run ${commandLine(`${plan} --dotenv .env`, 'targets')}`,
          ),
        ]),
    '',
  ].join('\n')
}

function updateText(result: ExportResult, unwritten: readonly string[], style: Style): string {
  const { files, variables, isWritten, changes = [], appended = [], leftAlone = [], diff = '' } = result
  const rows = (all: readonly (ChangedField & { readonly why?: string })[]): string[] =>
    columns(
      all.map(({ file, line, resource, target, field, before, after, why }) => [
        visible(`${file}:${line}`),
        visible(
          `${resource}${target === undefined ? '' : ` in ${target}`}${field === '' ? '' : ` ${field}`}${before === undefined ? '' : `: ${before} -> ${after}`}${why === undefined ? '' : ` (${why})`}`,
        ),
      ]),
    )
  const summary = `${counted(changes.length, 'change')} and ${counted(appended.length, 'new resource')} in ${counted(files.length, 'file')}`
  const idle =
    leftAlone.length === 0
      ? 'The manifests need no change'
      : `Nothing to write. belfry leaves ${counted(leftAlone.length, 'difference')} between the manifests and the service unchanged`
  const heading = files.length === 0 ? idle : `${isWritten === true ? 'Written' : 'To write'}: ${summary}`
  return [
    ...(isWritten === true ? [] : diff.split('\n').slice(0, -1).map(visible)),
    paint(style, 'bold', `${[heading, ...uncomparedWords(result.uncompared)].join(', ')}.`),
    ...rows(changes),
    ...columns(appended.map(({ file, resource }) => [visible(file), visible(`${resource} is added`)])),
    ...section(
      `belfry does not write these differences to the manifests. Edit the manifests by hand, or run ${commandLine('plan', 'targets')} to list the changes that belfry apply sends to the service:`,
      rows(leftAlone),
    ),
    ...unwritten,
    ...nextOf(files, variables, isWritten === true),
    '',
  ].join('\n')
}

function nextOf(
  files: ExportResult['files'],
  variables: ExportResult['variables'],
  isWritten: boolean,
): string[] {
  const names = variables.map(({ name }) => name)
  if (files.length === 0 || (isWritten && names.length === 0)) return []
  // Absent if it listed all of them before.
  const example = files.find(({ file }) => file.endsWith('.env.example'))
  const place = example === undefined ? '' : `which ${example.file} lists, `
  const next = isWritten
    ? `set ${listText(names, 5)}, ${place}then run ${commandLine('plan', 'targets')}`
    : commandLine('export --write')
  return ['', visible(`Next: ${next}`)]
}

/** Lines of two columns, indented. */
function columns(rows: readonly (readonly [string, string] | readonly string[])[]): string[] {
  const width = largest(rows.map(([first = '']) => first.length))
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}  ${visible(second)}`)
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines]
}

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
    ...section(
      'Not promoted:',
      left.map((each) => `  ${named(each)}: ${each.why}`),
    ),
    ...section(
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
    ...(plan === undefined ? [] : [planText(plan, style, { extent: 'excerpt' })]),
    ...(files.length === 0 ? [] : [`Next: ${next}\n`]),
  ].join('')
}

function named({ resource, field }: Omit<PromoteResult['left'][number], 'why'>): string {
  return `${resource}${field === '' ? '' : ` ${field}`}`
}
