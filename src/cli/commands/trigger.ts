// belfry trigger: one trigger, sent at most once, and what the service said to it.
import type { Problem } from '../../core/problem.ts'
import { adviceOn, triggerText, type Triggered } from '../../report/trigger-text.ts'
import { visible } from '../../report/visible.ts'
import { printEnvelope } from '../envelope.ts'
import { colorOf, printProblems, refuse } from '../context.ts'
import { exitOfProblems } from '../exit.ts'
import type { TriggerFlags } from '../flags.ts'
import type { Io } from '../io.ts'
import { isOpen, openTarget, type OpenTarget } from '../open-target.ts'
import { triggerRequest, type TriggerRequest } from '../trigger-request.ts'
import { prepared, send, type Failed } from '../trigger-send.ts'

export async function trigger(workflow: string, flags: TriggerFlags, io: Io): Promise<number> {
  const problems: Problem[] = []
  const request = triggerRequest(workflow, flags, io, problems)
  const stop = new AbortController()
  const opened = await openTarget(flags, io, stop.signal)
  problems.push(...opened.problems)
  if (request === undefined || !isOpen(opened)) {
    if (isOpen(opened)) await opened.close()
    return refuse('trigger', { problems }, flags, io)
  }
  let interrupted: number | undefined
  const release = io.onSignal(
    (code) => {
      interrupted = code
      stop.abort()
    },
    (code) => io.exit(code),
  )
  try {
    const ready = await prepared(request, opened)
    const answer = 'problem' in ready ? ready : await send(ready, opened)
    opened.clear()
    return report(answer, { request, opened, problems, interrupted }, flags, io)
  } finally {
    release()
    await opened.close()
  }
}

interface Sent {
  readonly request: TriggerRequest
  readonly opened: OpenTarget
  /** Warnings. */
  readonly problems: readonly Problem[]
  readonly interrupted: number | undefined
}

function report(answer: Triggered | Failed, sent: Sent, flags: TriggerFlags, io: Io): number {
  const { request, opened, problems: warnings, interrupted } = sent
  const isAnswered = 'status' in answer
  const about = { target: opened.target.alias, workflow: request.body.name }
  const problems = [...warnings, isAnswered ? unprocessed(answer) : [answer.problem]].flat()
  const exit =
    interrupted ?? (isAnswered ? (answer.status === 'processed' ? 0 : 7) : exitOfProblems(problems))
  const transactionId = isAnswered ? answer.transactionId : request.body.transactionId
  const isSent = isAnswered || answer.mayBeSent === 'yes'
  if (flags.format === 'json') {
    const { acknowledged, status, error } = isAnswered ? answer : {}
    const rest = { ...about, acknowledged, status, ...(isSent && { transactionId }), error }
    printEnvelope('trigger', { exit, problems }, rest, io)
    return exit
  }
  if (isSent) io.out(`${visible(transactionId)}\n`)
  const closing = isSent ? 'The trigger may have been sent.' : 'Nothing was sent.'
  printProblems(isAnswered ? warnings : problems, undefined, flags, io, isAnswered ? 'It was sent.' : closing)
  if (isAnswered) io.err(triggerText(answer, io.errStyle(colorOf(flags))))
  return exit
}

function unprocessed(answer: Triggered): Problem[] {
  if (answer.status === 'processed') return []
  const message = [`the status is ${answer.status}`, ...answer.error].join(': ')
  return [
    { rule: 'not-processed', severity: 'error', target: answer.target, message, hint: adviceOn(answer) },
  ]
}
