// The options of belfry plan about its notice → the request for it.
import { given } from '../../core/given.ts'
import { usable, type Problem } from '../../core/problem.ts'
import type { NotifyRequest } from '../../library/plan/notice.ts'
import { pipelineOf } from '../ci/pipeline.ts'
import { badFlag } from '../options/problems.ts'
import { flagProblems } from '../options/flag.ts'
import { inputsFor } from '../options/json.ts'
import { noticeFlags, type PlanFlags } from '../options/plan.ts'
import type { Io } from '../terminal/io.ts'
import { recipientsIn } from '../trigger/recipients.ts'

/** No request without --notify. */
export async function noticeRequest(
  flags: PlanFlags,
  io: Io,
): Promise<{ readonly notify?: NotifyRequest; readonly problems: readonly Problem[] }> {
  const { notify, notifyTarget: target = '', notifyEvery, to } = flags
  const problems = flagProblems(noticeFlags, flags)
  if (notify === undefined) {
    if (target !== '' || to.length > 0 || notifyEvery !== undefined)
      problems.push(badFlag('--notify-target, --notify-every and --to work only with --notify'))
    return { problems }
  }
  const workflow = /^workflow=(.+)$/.exec(notify)?.[1] ?? ''
  if (workflow === '')
    problems.push(badFlag(`--notify ${notify} names no workflow`, 'Write --notify workflow=NAME.'))
  if (target === '' || to.length === 0)
    problems.push(
      badFlag('--notify needs --notify-target and --to', 'Add --notify-target NAME --to topic:KEY.'),
    )
  const inputs = await inputsFor(to, flags.apiKeyFile, io, problems)
  const recipients = to.flatMap((text, index) => recipientsIn(text, index, inputs, problems))
  const more = given({ every: usable(notifyEvery), run: pipelineOf(io).run })
  return { notify: { workflow, target, to: recipients, ...more }, problems }
}
