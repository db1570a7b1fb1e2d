// Who may get something at all: a typo makes a subscriber for ever, and on a protected target only test people are told.
import { append } from '../core/append.ts'
import { matchesName } from '../core/glob.ts'
import type { Problem } from '../core/problem.ts'
import type { SmokeCase } from '../core/suite.ts'
import { problemOf } from '../engine/failure.ts'
import { inParallel } from '../kinds/parallel.ts'
import type { Look } from '../kinds/kind.ts'
import { findSubscriber } from '../service/find-subscriber.ts'
import { recipientsOf, subscribersIn } from './recipients.ts'

const refusal = { severity: 'error', exit: 4 } as const

/** One for each case and recipient that a protected target doesn't let be told. `allowed` are ids and `topic:KEY`; `*` stands for any characters. */
export function forbidden(cases: readonly SmokeCase[], allowed: readonly string[]): Problem[] {
  return cases.flatMap(({ target, name, body, position }) => {
    const { topics, unnamed } = recipientsOf(body.to)
    const named = [
      ...subscribersIn(body),
      ...topics.map((key) => `topic:${key}`),
      ...(unnamed > 0 ? ['somebody without an id'] : []),
    ]
    return named
      .filter((recipient) => !allowed.some((pattern) => matchesName(recipient, pattern)))
      .map((recipient): Problem => ({
        ...refusal,
        rule: 'protected-recipient',
        target,
        position,
        message: `target ${target} is protected, and ${recipient} of the case ${JSON.stringify(name)} is none of its test recipients`,
        hint: 'Add it to smoke.recipients of the project file, or send the case to somebody who is there.',
      }))
  })
}

/** One for each recipient that the service doesn't know and that may not come to be. Reads each of them once. */
export async function strangers(cases: readonly SmokeCase[], look: Look): Promise<Problem[]> {
  const wanted = new Map<string, SmokeCase>()
  for (const each of cases.filter(({ createRecipients }) => !createRecipients))
    for (const id of subscribersIn(each.body)) if (!wanted.has(id)) wanted.set(id, each)
  const problems: Problem[] = []
  const isKnown = async ([id, each]: readonly [string, SmokeCase]): Promise<readonly Problem[]> => {
    try {
      return (await findSubscriber(look.client, id)) === undefined ? [stranger(id, each)] : []
    } catch (error) {
      return [problemOf(error, each.target)]
    }
  }
  for await (const found of inParallel([...wanted], look.parallel, isKnown)) append(problems, found)
  return problems
}

function stranger(id: string, { target, name, position }: SmokeCase): Problem {
  return {
    ...refusal,
    rule: 'unknown-recipient',
    target,
    position,
    message: `the service knows no subscriber ${id}, to whom the case ${JSON.stringify(name)} sends`,
    hint: 'A trigger would create it, and no operation takes it away again: correct the id, or write createRecipients: true.',
  }
}
