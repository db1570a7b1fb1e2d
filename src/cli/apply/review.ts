// The saved plan that a command line of apply names.
import { badFlag } from '../../library/problems.ts'
import type { Problem } from '../../core/problem.ts'
import { listText } from '../../core/words.ts'
import type { ReviewRequest } from '../../library/apply/reviewed-plan.ts'
import { piecesOfFile } from '../../library/prepare/bounded-file.ts'
import { applyFlags, type ApplyFlags } from '../../library/options/plan.ts'
import { givenIn } from '../options/repeat.ts'
import type { Io } from '../terminal/io.ts'

/** Undefined where it names none. */
export function reviewOf(
  file: string | undefined,
  flags: ApplyFlags,
  io: Pick<Io, 'cwd'>,
): ReviewRequest | Problem | undefined {
  const path = file ?? flags.approved
  const ofApproved =
    flags.approveSecrets.length > 0 ? '--approve-secrets' : flags.unapproved && '--unapproved'
  if (ofApproved !== undefined && flags.approved === undefined)
    return badFlag(`${ofApproved} needs an approved plan`, 'Add --approved FILE.')
  if (path === undefined) return undefined
  return (
    (file === undefined ? undefined : contradiction(file, flags)) ?? {
      kind: file === undefined ? 'approved' : 'saved',
      file: path,
      pieces: () => piecesOfFile(path, io),
    }
  )
}

function contradiction(file: string, flags: ApplyFlags): Problem | undefined {
  const approved = flags.approved === undefined ? [] : ['--approved']
  const given = [...givenIn('selection', applyFlags, flags), ...approved]
  if (given.length === 0) return undefined
  const [names, these] = [listText(given), given.length === 1 ? 'this option' : 'these options']
  return badFlag(
    `${names} can't be used with ${file}: belfry always applies exactly the changes of a saved plan`,
    `Remove ${names}, or make a new plan with ${these}.`,
  )
}
