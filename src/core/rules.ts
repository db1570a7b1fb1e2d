// Every rule that a problem can name: its severity, and whether a project may change it.
import type { Severity } from './problem.ts'

export type RuleSetting = 'error' | 'warn' | 'off'
export type RuleSettings = Readonly<Record<string, RuleSetting>>

export interface Rule {
  readonly id: string
  readonly severity: Severity
  /** Whether `rules:` of a project file may set it. Rules that keep requests correct can't be set. */
  readonly configurable: boolean
  readonly summary: string
  /** Where its problems point: at the key instead of the value. */
  readonly at?: 'key'
}

const fixed = (id: string, summary: string): Rule => ({ id, severity: 'error', configurable: false, summary })
const error = (id: string, summary: string): Rule => ({ id, severity: 'error', configurable: true, summary })
const warning = (id: string, summary: string): Rule => ({
  id,
  severity: 'warning',
  configurable: true,
  summary,
})

export const rules: readonly Rule[] = [
  // Files
  fixed('no-manifests', 'No manifests are given, or a path matches no file.'),
  fixed('file-unreadable', "A file or a folder can't be read."),
  warning(
    'broken-link',
    'A symbolic link is broken. belfry ignores the link, because its name does not end with .yaml or .yml.',
  ),
  fixed('file-outside', 'A file is outside the folders that belfry may read.'),
  fixed('max-file-size', 'A YAML file is larger than the limit max-file-size.'),
  fixed('max-depth', 'YAML is nested deeper than the limit max-depth.'),
  fixed('max-aliases', 'A YAML file has more aliases than the limit max-aliases.'),
  fixed('max-nodes', 'YAML aliases repeat more values than the limit max-nodes.'),
  fixed('empty-manifest', 'The manifests declare no resources.'),
  warning('empty-file', 'A manifest file declares no resources, or a suite file has no cases.'),
  // YAML and fields
  fixed('yaml-syntax', 'A file is not valid YAML.'),
  fixed('ndjson-syntax', 'A line of an NDJSON file is not a valid JSON object.'),
  { ...fixed('duplicate-key', 'A map has the same key twice.'), at: 'key' },
  fixed(
    'bad-character',
    'A value contains an invalid character, or an identity contains an invisible character or begins or ends with a space.',
  ),
  fixed('unsafe-number', "A number can't be stored exactly."),
  { ...fixed('unknown-field', 'The name of a field is unknown.'), at: 'key' },
  { ...fixed('read-only-field', 'A file sets a field that only the service can set.'), at: 'key' },
  { ...fixed('missing-field', 'A required field is missing.'), at: 'key' },
  fixed('wrong-type', 'A value has the wrong type.'),
  fixed('wrong-value', 'A value is not valid for its field.'),
  fixed('quote-it', 'YAML reads a string without quotes as a number or a boolean.'),
  fixed('cannot-clear', "A manifest sets a field to null, but the service can't clear this field."),
  fixed('empty-value', 'A required value is empty.'),
  fixed('unknown-target', 'A manifest names a target that is not in the project file.'),
  {
    ...fixed('unused-override', '`perTarget` names a target that the resource does not belong to.'),
    at: 'key',
  },
  fixed('duplicate-identity', 'Two resources of the same kind are declared with the same identity.'),
  fixed('duplicate-target', 'A list of targets names a target twice.'),
  warning(
    'shared-rename',
    'A rename with `previously` would give integrations of several targets the same identifier.',
  ),
  // References
  fixed('bad-reference', 'An invalid `${…}` reference.'),
  fixed(
    'empty-reference',
    'A reference names an environment variable that is unset or empty, or a file that is empty or unreadable.',
  ),
  fixed('unknown-variable', 'A reference names a variable that is not in the project file.'),
  fixed(
    'forbidden-reference',
    'A reference names an API key for the service or a token of the CI system. belfry must not send such a secret as a value.',
  ),
  fixed(
    'reference-in-identity',
    'A name or an identity contains a secret, or a reference other than `${var:NAME}`.',
  ),
  fixed('plain-in-secret', 'A secret field contains a reference with `|plain`.'),
  fixed(
    'secret-command',
    'A manifest contains `${secret:NAME}`, and the command that prints the secret is missing or invalid, is in the repository, or must not run for a pull request.',
  ),
  fixed('secret-name', "BELFRY_SECRET_NAMES doesn't allow belfry to read a secret."),
  fixed('secret-value', 'The command that prints a secret failed, or its output is not a secret.'),
  warning('literal-secret', 'A manifest contains a secret in plain text instead of a reference.'),
  error(
    'placeholder-secret',
    'A secret field contains a placeholder such as $NAME, <word> or changeme. In a visible field, a placeholder is only a warning.',
  ),
  warning('weak-secret', 'A key, token or password is too short or too common to redact safely.'),
  // The project file
  fixed('no-project', 'The project file is not found.'),
  fixed('other-version', 'The project file requires a different version of belfry.'),
  fixed('missing-url', 'The service URL is not set.'),
  fixed('bad-service-url', 'The service URL is invalid.'),
  fixed(
    'other-origin',
    'The service URL in the project file names a different server than BELFRY_URL or --url.',
  ),
  fixed(
    'foreign-variable',
    'In a run that a pull request can start, the project file reads the API key or the service URL from a variable that is not for belfry.',
  ),
  fixed(
    'insecure-http',
    'The service URL uses http and names a different machine, so belfry would send the API key unencrypted.',
  ),
  fixed('unverified-tls', 'Verification of TLS certificates is disabled.'),
  fixed('same-key', 'Two targets have the same API key.'),
  warning(
    'rotating-key',
    'A target lists several API keys, and BELFRY_FINGERPRINT_KEY is not set, so saved plans and the ledger depend on the API key that is used.',
  ),
  fixed('key-not-used', 'An API key is given, but no target uses this API key.'),
  fixed('bad-target-name', 'A target name contains reserved or invisible characters.'),
  fixed('unknown-rule', '`rules` in the project file contains an unknown rule ID.'),
  fixed('fixed-rule', 'The project file sets the severity of a rule that has a fixed severity.'),
  // Checks of resources
  error('bad-email', 'An email address is invalid.'),
  error('bad-color', 'A hex color is invalid.'),
  error('bad-timezone', 'A time zone is not a known IANA time zone.'),
  warning(
    'offset-timezone',
    'The value of a time zone is a UTC offset, such as +02:00, which older services reject with HTTP status 422.',
  ),
  error('bad-locale', 'An invalid locale.'),
  error('bad-url', 'An invalid URL.'),
  warning('unknown-provider', "A provider is not in belfry's catalogue."),
  error('near-miss-provider', 'The ID of a provider is misspelt.'),
  { ...warning('unknown-credential', "A credential is not in belfry's catalogue."), at: 'key' },
  {
    ...error('near-miss-credential', 'The name of a credential is misspelt.'),
    at: 'key',
  },
  {
    ...error('foreign-credential', 'A credential belongs to a different provider than the integration.'),
    at: 'key',
  },
  {
    ...warning(
      'missing-credentials',
      'An active integration does not have all credentials that its provider requires.',
    ),
    at: 'key',
  },
  warning('unknown-condition-type', 'The type of a condition is unknown.'),
  warning('unknown-operator', 'The operator of a condition is unknown.'),
  error('operator-case', 'The operator of a condition is in lower case.'),
  warning('unknown-condition-source', 'The field `on` of a condition contains an unknown source.'),
  error('channel-mismatch', 'An integration declares a `channel` that its provider does not support.'),
  error('provider-mismatch', "A subscriber's channel and its integration have different providers."),
  error('unknown-integration', "A subscriber's channel names an integration that is not declared."),
  { ...fixed('rules-and-conditions', 'An integration has both rules and conditions.'), at: 'key' },
  error('primary-inactive', 'An integration is primary and inactive.'),
  error('primary-conditional', 'An integration is primary and has conditions or rules.'),
  error('primary-channel', 'An integration is primary, but its channel is neither email nor sms.'),
  error('primary-twice', 'Two integrations are primary for the same channel of a target.'),
  fixed(
    'invalid-standby',
    'A standby is primary, has conditions or rules, has a channel other than email and sms, or has the number of another standby.',
  ),
  error('shared-device-token', 'Two subscribers of a target have the same device token.'),
  warning(
    'smoke-recipient',
    'A smoke suite expects a message for a recipient who has no address for the channel.',
  ),
  error('smoke-integration', 'A smoke suite expects an integration that no manifest declares.'),
  fixed('parent-cycle', 'An environment is its own ancestor.'),
  warning('idle-ignore', 'A path in `ignore` matches no field.'),
  fixed('outside-owns', 'A manifest declares something that `owns` in the project file does not contain.'),
  // Plans
  fixed('limit', 'A plan changes more resources than its limits allow.'),
  fixed('protected', 'A target is protected, so apply requires a saved or an approved plan.'),
  fixed('pull-request', 'apply, trigger or smoke runs in the pipeline of a pull request.'),
  warning(
    'no-primary',
    'A channel has active integrations, but its primary integration is missing, inactive or conditional.',
  ),
  warning('several-primaries', 'A channel has several primary integrations.'),
  warning('channel-state', 'A channel does not deliver, or not as intended.'),
  warning(
    'primary-lost',
    'A primary integration becomes inactive or conditional, and no other integration replaces it.',
  ),
  fixed(
    'unmanaged-primary',
    '`unmanaged: deactivate` would deactivate the only primary integration of a channel, and no other integration replaces it.',
  ),
  warning(
    'idle-conditions',
    'An integration has conditions that this release of the service does not compare.',
  ),
  warning('primary-idle', 'An integration becomes primary although it is inactive or conditional.'),
  warning(
    'own-key',
    "A manifest changes an environment, and no target has the environment's own API key, which the service requires.",
  ),
  warning('dead-channel', "The integration of a subscriber's channel is inactive or not in the service."),
  fixed(
    'replacement-left-out',
    'A channel loses its primary integration. A manifest declares a new primary integration, but this plan leaves it out.',
  ),
  fixed(
    'both-live',
    'The service has a resource with the declared name and a different resource with the name in `previously`.',
  ),
  fixed(
    'outside-effect',
    'A side effect of a change concerns an integration outside of `owns`, or the primary integration of a channel outside of `owns.primary`.',
  ),
  fixed(
    'ignored-field',
    'A change would overwrite an ignored field: by a side effect, or because the service does not return the value.',
  ),
  fixed('unmanaged', '`unmanaged: fail` is set, and an integration is in the service but in no manifest.'),
  fixed(
    'nothing-declared',
    '`unmanaged: deactivate` is set, but the manifests declare no integrations for the target.',
  ),
  warning(
    'unmanaged-kept',
    '`-f`, `--only` or `--exclude` selects a part of the project, so belfry reports unmanaged resources without changing them or refusing the plan.',
  ),
  // Audits
  warning('too-many-device-tokens', 'A channel of a subscriber has more than 100 device tokens.'),
  warning('incomplete-channel', 'A chat channel of a subscriber lacks a credential that its provider needs.'),
  warning('shared-email', 'Several subscribers have the same email address.'),
  warning('shared-phone', 'Several subscribers have the same phone number.'),
  warning('unreachable-subscriber', 'No active integration reaches a subscriber outside the application.'),
  warning(
    'unused-integration',
    'An active integration for email or sms is not primary and has no conditions or rules.',
  ),
  warning('shared-credential', 'Integrations of different environments have the same key of a provider.'),
]

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
