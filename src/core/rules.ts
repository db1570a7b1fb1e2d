// The rules of a project: their severity, and whether a project may change it. `explain/rules` says what each one means.
import type { Severity } from './problem.ts'

export type RuleSetting = 'error' | 'warn' | 'off'
export type RuleSettings = Readonly<Record<string, RuleSetting>>

export interface Rule {
  readonly id: string
  readonly severity: Severity
  /** Whether `rules:` of a project file may set it. Rules that keep requests correct can't be set. */
  readonly configurable: boolean
  /** Where its problems point: at the key instead of the value. */
  readonly at?: 'key'
}

const fixed = (id: string): Rule => ({ id, severity: 'error', configurable: false })
const error = (id: string): Rule => ({ id, severity: 'error', configurable: true })
const warning = (id: string): Rule => ({ id, severity: 'warning', configurable: true })
const atKey = (rule: Rule): Rule => ({ ...rule, at: 'key' })

export const rules: readonly Rule[] = [
  // Files
  fixed('no-manifests'),
  fixed('file-unreadable'),
  warning('broken-link'),
  fixed('file-outside'),
  fixed('max-file-size'),
  fixed('max-depth'),
  fixed('max-aliases'),
  fixed('max-nodes'),
  fixed('empty-manifest'),
  warning('empty-file'),
  // YAML and fields
  fixed('yaml-syntax'),
  fixed('ndjson-syntax'),
  atKey(fixed('duplicate-key')),
  fixed('bad-character'),
  fixed('unsafe-number'),
  atKey(fixed('unknown-field')),
  atKey(fixed('read-only-field')),
  atKey(fixed('missing-field')),
  fixed('wrong-type'),
  fixed('wrong-value'),
  fixed('quote-it'),
  fixed('cannot-clear'),
  fixed('empty-value'),
  fixed('unknown-target'),
  atKey(fixed('unused-override')),
  fixed('duplicate-identity'),
  fixed('duplicate-target'),
  warning('shared-rename'),
  // References
  fixed('bad-reference'),
  fixed('empty-reference'),
  fixed('unknown-variable'),
  fixed('forbidden-reference'),
  fixed('reference-in-identity'),
  fixed('plain-in-secret'),
  fixed('secret-command'),
  fixed('secret-name'),
  fixed('secret-value'),
  warning('literal-secret'),
  error('placeholder-secret'),
  warning('weak-secret'),
  // The project file
  fixed('no-project'),
  fixed('other-version'),
  fixed('missing-url'),
  fixed('bad-service-url'),
  fixed('other-origin'),
  fixed('foreign-variable'),
  fixed('insecure-http'),
  fixed('unverified-tls'),
  fixed('same-key'),
  warning('rotating-key'),
  fixed('key-not-used'),
  fixed('bad-target-name'),
  fixed('unknown-rule'),
  fixed('fixed-rule'),
  // Checks of resources
  error('bad-email'),
  error('bad-color'),
  error('bad-timezone'),
  warning('offset-timezone'),
  error('bad-locale'),
  error('bad-url'),
  warning('unknown-provider'),
  error('near-miss-provider'),
  atKey(warning('unknown-credential')),
  atKey(error('near-miss-credential')),
  atKey(error('foreign-credential')),
  atKey(warning('missing-credentials')),
  warning('unknown-condition-type'),
  warning('unknown-operator'),
  error('operator-case'),
  warning('unknown-condition-source'),
  error('channel-mismatch'),
  error('provider-mismatch'),
  error('unknown-integration'),
  atKey(fixed('rules-and-conditions')),
  error('primary-inactive'),
  error('primary-conditional'),
  error('primary-channel'),
  error('primary-twice'),
  fixed('invalid-standby'),
  error('shared-device-token'),
  warning('smoke-recipient'),
  error('smoke-integration'),
  fixed('parent-cycle'),
  warning('idle-ignore'),
  fixed('outside-owns'),
  // Plans
  fixed('limit'),
  fixed('protected'),
  fixed('pull-request'),
  warning('no-primary'),
  warning('several-primaries'),
  warning('channel-state'),
  warning('primary-lost'),
  fixed('unmanaged-primary'),
  warning('idle-conditions'),
  warning('primary-idle'),
  warning('own-key'),
  warning('dead-channel'),
  fixed('replacement-left-out'),
  fixed('both-live'),
  fixed('outside-effect'),
  fixed('ignored-field'),
  fixed('unmanaged'),
  fixed('nothing-declared'),
  warning('unmanaged-kept'),
  // Audits
  warning('too-many-device-tokens'),
  warning('incomplete-channel'),
  warning('shared-email'),
  warning('shared-phone'),
  warning('unreachable-subscriber'),
  warning('unused-integration'),
  warning('shared-credential'),
]

/** Their names, in the order of the table. */
export const configurableRules = rules.flatMap(({ id, configurable }) => (configurable ? [id] : []))

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]))

export function ruleNamed(id: string): Rule | undefined {
  return byId.get(id)
}

/** The severity in a project. If the project sets none, it is `usual`, else the rule's own. Rules outside the table are errors. */
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

export function isAuditRule(rule: string): rule is AuditRule {
  return (auditRules as readonly string[]).includes(rule)
}
