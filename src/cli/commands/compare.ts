// belfry compare: what one target would change in another. Nothing is written.
import { commandLine } from '../../core/shell.ts'
import { compare as compared } from '../../library/operations/compare.ts'
import type { CompareFlags } from '../../library/options/plan.ts'
import { compareFlags } from '../../library/options/plan.ts'
import { flagProblems } from '../../library/options/flag.ts'
import { requested } from '../../library/options/common.ts'
import { badFlag } from '../../library/problems.ts'
import type { Io } from '../terminal/io.ts'
import { carriedOut } from '../terminal/run.ts'

export async function compare(flags: CompareFlags, io: Io, names: readonly string[]): Promise<number> {
  const { mistakes, ...request } = requested(flags)
  const wrong = [...mistakes, ...flagProblems(compareFlags, flags), ...nameMistakes(flags, names)]
  const by = flags.declared === true ? 'declared' : 'live'
  const [from = '', to = ''] = names
  return carriedOut('compare', flags, io, (run) =>
    compared([from, to], { ...request, mistakes: wrong, by }, run),
  )
}

function nameMistakes({ targets }: CompareFlags, names: readonly string[]) {
  const isPair = names.length === 2 && targets.length === 0
  return isPair ? [] : [badFlag('compare needs two targets', `Write ${commandLine('compare FROM TO')}.`)]
}
