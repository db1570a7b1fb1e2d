// Which problems refuse: nothing is wrong with options, files and keys, and yet nothing may be written. It follows from the rule alone.
import { exits, type Problem } from './problem.ts'

const refusals = [
  // What a plan would change
  'limit',
  'missing',
  'unmanaged',
  'nothing-declared',
  'both-live',
  'outside-effect',
  'ignored-field',
  'failed-over',
  'not-ready',
  // Where it would be changed
  'unknown-environment',
  'wrong-environment',
  'same-environment',
  'protected',
  'pull-request',
  // Who has read and allowed it
  'not-confirmed',
  'unverified-credentials',
  'file-exists',
  'file-changed',
  'not-approved',
  'stale-plan',
  'deferred-plan',
  'foreign-plan',
  'newer-plan',
  'older-plan',
  'corrupt-plan',
  'edited-plan',
  'other-key',
  // Whom a trigger would reach
  'protected-recipient',
  'unknown-recipient',
  'transaction-id-used',
] as const

export type RefusalRule = (typeof refusals)[number]

/** An error of a rule that refuses. */
export function refusal(problem: Omit<Problem, 'exit'> & { readonly rule: RefusalRule }): Problem {
  return { ...problem, exit: exits.refusal }
}

/** Undefined if the rule is about a mistake. */
export function exitOfRule(rule: string): Problem['exit'] {
  return (refusals as readonly string[]).includes(rule) ? exits.refusal : undefined
}
