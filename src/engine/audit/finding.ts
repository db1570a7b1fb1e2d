// What an audit finds: the rule, and what the service shows that breaks the rule.
import type { AuditRule } from '../../core/rules.ts'

export interface AuditFinding {
  readonly rule: AuditRule
  readonly message: string
  readonly hint: string
  /** `integration ses-eu`; only if the message is about no other resource. */
  readonly resource?: string
}
