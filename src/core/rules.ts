// The rules of a project: their severity, and whether a project may change it. `explain/rules` says what each one means.
import type { Severity } from './problem.ts'

export type RuleSettings = Readonly<Record<string, 'error' | 'warn' | 'off'>>

export interface Rule {
  readonly id: string
  readonly severity: Severity
  /** Whether `rules:` of a project file may set it. Rules that keep requests correct can't be set. */
  readonly configurable: boolean
  /** Where its problems point: at the key instead of the value. */
  readonly at?: 'key'
}

const fixed = { severity: 'error', configurable: false } as const
const error = { severity: 'error', configurable: true } as const
const warning = { severity: 'warning', configurable: true } as const

export const rules: readonly Rule[] = [
  // Files
  { id: 'no-manifests', ...fixed },
  { id: 'file-unreadable', ...fixed },
  { id: 'broken-link', ...warning },
  { id: 'file-outside', ...fixed },
  { id: 'max-file-size', ...fixed },
  { id: 'max-depth', ...fixed },
  { id: 'max-aliases', ...fixed },
  { id: 'max-nodes', ...fixed },
  { id: 'empty-manifest', ...fixed },
  { id: 'empty-file', ...warning },
  // YAML and fields
  { id: 'yaml-syntax', ...fixed },
  { id: 'ndjson-syntax', ...fixed },
  { id: 'csv-syntax', ...fixed },
  { id: 'duplicate-key', ...fixed, at: 'key' },
  { id: 'bad-character', ...fixed },
  { id: 'unsafe-number', ...fixed },
  { id: 'unknown-field', ...fixed, at: 'key' },
  { id: 'read-only-field', ...fixed, at: 'key' },
  { id: 'missing-field', ...fixed, at: 'key' },
  { id: 'wrong-type', ...fixed },
  { id: 'wrong-value', ...fixed },
  { id: 'quote-it', ...fixed },
  { id: 'cannot-clear', ...fixed },
  { id: 'empty-value', ...fixed },
  { id: 'unknown-target', ...fixed },
  { id: 'unused-override', ...fixed, at: 'key' },
  { id: 'duplicate-identity', ...fixed },
  { id: 'duplicate-target', ...fixed },
  { id: 'shared-rename', ...warning },
  // References
  { id: 'bad-reference', ...fixed },
  { id: 'empty-reference', ...fixed },
  { id: 'unknown-variable', ...fixed },
  { id: 'forbidden-reference', ...fixed },
  { id: 'reference-in-identity', ...fixed },
  { id: 'plain-in-secret', ...fixed },
  { id: 'secret-command', ...fixed },
  { id: 'secret-name', ...fixed },
  { id: 'secret-value', ...fixed },
  { id: 'literal-secret', ...warning },
  { id: 'placeholder-secret', ...error },
  { id: 'weak-secret', ...warning },
  // The project file
  { id: 'no-project', ...fixed },
  { id: 'other-version', ...fixed },
  { id: 'missing-url', ...fixed },
  { id: 'bad-service-url', ...fixed },
  { id: 'other-origin', ...fixed },
  { id: 'foreign-variable', ...fixed },
  { id: 'insecure-http', ...fixed },
  { id: 'unverified-tls', ...fixed },
  { id: 'same-key', ...fixed },
  { id: 'rotating-key', ...warning },
  { id: 'key-not-used', ...fixed },
  { id: 'bad-target-name', ...fixed },
  { id: 'unknown-rule', ...fixed },
  { id: 'fixed-rule', ...fixed },
  // Checks of resources
  { id: 'bad-email', ...error },
  { id: 'bad-color', ...error },
  { id: 'bad-timezone', ...error },
  { id: 'offset-timezone', ...warning },
  { id: 'bad-locale', ...error },
  { id: 'bad-url', ...error },
  { id: 'unknown-provider', ...warning },
  { id: 'near-miss-provider', ...error },
  { id: 'unknown-credential', ...warning, at: 'key' },
  { id: 'near-miss-credential', ...error, at: 'key' },
  { id: 'foreign-credential', ...error, at: 'key' },
  { id: 'missing-credentials', ...warning, at: 'key' },
  { id: 'unknown-condition-type', ...warning },
  { id: 'unknown-operator', ...warning },
  { id: 'operator-case', ...error },
  { id: 'unknown-condition-source', ...warning },
  { id: 'channel-mismatch', ...error },
  { id: 'provider-mismatch', ...error },
  { id: 'unknown-integration', ...error },
  { id: 'rules-and-conditions', ...fixed, at: 'key' },
  { id: 'primary-inactive', ...error },
  { id: 'primary-conditional', ...error },
  { id: 'primary-channel', ...error },
  { id: 'primary-twice', ...error },
  { id: 'invalid-standby', ...fixed },
  { id: 'shared-device-token', ...error },
  { id: 'smoke-recipient', ...warning },
  { id: 'smoke-integration', ...error },
  { id: 'parent-cycle', ...fixed },
  { id: 'idle-ignore', ...warning },
  { id: 'outside-owns', ...fixed },
  // Plans
  { id: 'limit', ...fixed },
  { id: 'protected', ...fixed },
  { id: 'pull-request', ...fixed },
  { id: 'read-only', ...fixed },
  { id: 'no-primary', ...warning },
  { id: 'several-primaries', ...warning },
  { id: 'channel-state', ...warning },
  { id: 'primary-lost', ...warning },
  { id: 'unmanaged-primary', ...fixed },
  { id: 'idle-conditions', ...warning },
  { id: 'primary-idle', ...warning },
  { id: 'own-key', ...warning },
  { id: 'dead-channel', ...warning },
  { id: 'replacement-left-out', ...fixed },
  { id: 'both-live', ...fixed },
  { id: 'outside-effect', ...fixed },
  { id: 'ignored-field', ...fixed },
  { id: 'unmanaged', ...fixed },
  { id: 'nothing-declared', ...fixed },
  { id: 'unmanaged-kept', ...warning },
  // Audits
  { id: 'too-many-device-tokens', ...warning },
  { id: 'incomplete-channel', ...warning },
  { id: 'shared-email', ...warning },
  { id: 'shared-phone', ...warning },
  { id: 'unreachable-subscriber', ...warning },
  { id: 'unused-integration', ...warning },
  { id: 'shared-credential', ...warning },
]

/** In the order of the table. */
export const configurableRules: string[] = []

const byId = new Map<string, Rule>()

for (const rule of rules) {
  byId.set(rule.id, rule)
  if (rule.configurable) configurableRules.push(rule.id)
}

export function ruleNamed(id: string): Rule | undefined {
  return byId.get(id)
}

/**
 * The severity in a project. If the project sets none, it is `usual`, else the rule's own. Rules outside the table are
 * errors.
 */
export function severityOf(id: string, settings: RuleSettings, usual?: Severity): Severity | 'off' {
  const rule = byId.get(id)
  const setting = Object.hasOwn(settings, id) && rule?.configurable !== false ? settings[id] : undefined
  if (setting === undefined) return usual ?? rule?.severity ?? 'error'
  return setting === 'warn' ? 'warning' : setting
}

/** The rules that an audit checks what is in the service against. Other commands check some of them too. */
export const auditRules = [
  'shared-device-token',
  'too-many-device-tokens',
  'dead-channel',
  'incomplete-channel',
  'shared-email',
  'shared-phone',
  'channel-state',
  'unreachable-subscriber',
  'missing-credentials',
  'unused-integration',
  'idle-conditions',
  'several-primaries',
  'shared-credential',
] as const

export type AuditRule = (typeof auditRules)[number]
