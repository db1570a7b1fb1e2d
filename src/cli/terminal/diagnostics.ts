// Problems on stderr, and the options for how much to show.
import { inputEnding } from '../../core/json.ts'
import { commandLine } from '../../core/shell.ts'
import { given } from '../../core/given.ts'
import { visible } from '../../core/visible.ts'
import { listText } from '../../core/words.ts'
import { refuseSecrets } from '../../core/secrets/leak.ts'
import type { Problem } from '../../core/problem.ts'
import type { Loaded } from '../../library/prepare/ready.ts'
import { laidOut } from '../../report/text/layout.ts'
import { problemsText } from '../../report/text/problems.ts'
import type { Extent } from '../../report/words/note-lines.ts'
import { paint } from '../../report/text/style.ts'
import type { FormatFlags, OutputFlags } from '../../library/options/common.ts'
import type { Io } from './io.ts'

/** On stderr: stdout carries the result only. */
export function printProblems(
  problems: readonly Problem[],
  loaded: Loaded | undefined,
  flags: Pick<FormatFlags, 'color'> & Pick<OutputFlags, 'summary' | 'full'>,
  io: Io,
  closing?: string,
): void {
  if (problems.length === 0) return
  refuseSecrets(problems, io.filter)
  const style = io.errStyle(colorOf(flags))
  const colors = { error: 'red', warning: 'yellow', place: 'bold', faint: 'dim' } as const
  const text = problemsText(problems, {
    // The project file counts only if it has a problem.
    files:
      (loaded?.files ?? 0) +
      Number(
        problems.some(({ position }) => position !== undefined && position.file === loaded?.projectFile),
      ),
    ...given({ closing }),
    extent: extentOf(flags),
    paint: (how, each) => paint(style, colors[how], each),
  })
  io.err(laidOut(text, style))
}

/** Whether users may expect that belfry reads the file: such as `chat.ymal`, `people.json` or `people.csv.txt`. */
function isData(name: string): boolean {
  const own = name.replace(/\.txt$/i, '')
  return inputEnding.test(own) || /\.(?:json|ymal)$/i.test(own)
}

/** One line about ignored manifests that no pattern names, and ignored files with the endings of data; empty without any. */
export function ignoredText({ ignored }: Pick<Loaded, 'ignored'>): string {
  const names = ignored.flatMap(({ name, reason }) =>
    reason === 'not named' || (reason === 'ending' && isData(name)) ? visible(name) : [],
  )
  return names.length === 0
    ? ''
    : `Ignored: ${listText(names, 3)}. ${commandLine('validate --full')} lists all ignored files with the reasons.\n`
}

/** False for no color; undefined if the stream decides. */
export function colorOf({ color }: Pick<FormatFlags, 'color'>): false | undefined {
  return color ? undefined : false
}

/** What `--summary` and `--full` ask for. */
export function extentOf({ summary, full }: Pick<OutputFlags, 'summary' | 'full'>): Extent {
  if (summary === true) return 'summary'
  return full === true ? 'full' : 'usual'
}
