// Rules that refuse a write although options, files and keys are valid. Only the rule decides.
const refusals = new Set([
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
  'read-only',
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
])

/** All other rules are about mistakes. */
export function isRefusal(rule: string): boolean {
  return refusals.has(rule)
}
