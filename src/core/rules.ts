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
    'A broken symbolic link. belfry ignores the link, because its name does not end with .yaml or .yml.',
  ),
  fixed('file-outside', 'A file is outside the folders that belfry may read.'),
  fixed('max-file-size', 'A YAML file is larger than the limit max-file-size.'),
  fixed('max-depth', 'YAML is nested deeper than the limit max-depth.'),
  fixed('max-nodes', 'YAML aliases repeat more values than the limit max-nodes.'),
  fixed('empty-manifest', 'The manifests declare no resources.'),
  warning('empty-file', 'A manifest file declares no resources.'),
  // YAML and fields
  fixed('yaml-syntax', 'A file is not valid YAML.'),
  fixed('ndjson-syntax', 'A line of an NDJSON file is not a valid JSON object.'),
  { ...fixed('duplicate-key', 'A map has the same key twice.'), at: 'key' },
  fixed(
    'bad-character',
    'An invalid character, or an identity with an invisible character or with leading or trailing spaces.',
  ),
  fixed('unsafe-number', "A number that can't be stored exactly."),
  { ...fixed('unknown-field', 'An unknown field.'), at: 'key' },
  { ...fixed('read-only-field', 'A field that only the service can set.'), at: 'key' },
  { ...fixed('missing-field', 'A required field is missing.'), at: 'key' },
  fixed('wrong-type', 'A value of the wrong type.'),
  fixed('wrong-value', 'A value that is not valid for its field.'),
  fixed('quote-it', 'A string that YAML reads as a number or a boolean.'),
  fixed('cannot-clear', "A field that can't be cleared is set to null."),
  fixed('empty-value', 'A required value is empty.'),
  fixed('unknown-target', 'A target that is not in the project file.'),
  {
    ...fixed('unused-override', '`perTarget` names a target that the resource does not belong to.'),
    at: 'key',
  },
  fixed('duplicate-identity', 'Two resources of the same kind are declared with the same identity.'),
  fixed('duplicate-target', 'A list of targets names a target twice.'),
  warning(
    'shared-rename',
    '`previously` would rename integrations of several targets to the same identifier.',
  ),
  // References
  fixed('bad-reference', 'An invalid `${…}` reference.'),
  fixed(
    'empty-reference',
    'A reference to an environment variable or a file that is unset, unreadable or empty.',
  ),
  fixed('unknown-variable', 'A variable that is not in the project file.'),
  fixed(
    'forbidden-reference',
    'A reference to an API key for the service or to a token of the CI system, which must not be sent as a value.',
  ),
  fixed(
    'reference-in-identity',
    'An identity field with a secret, or with a reference that is not a variable.',
  ),
  fixed('plain-in-secret', 'A reference with `|plain` in a secret field.'),
  warning('literal-secret', 'A secret in plain text instead of a reference.'),
  error(
    'placeholder-secret',
    'A placeholder such as $NAME, <word> or changeme in a secret field. In a visible field, a placeholder is only a warning.',
  ),
  warning('weak-secret', 'A key, token or password that is too short or too common to redact safely.'),
  // The project file
  fixed('no-project', 'The project file is not found.'),
  fixed('missing-url', 'The service URL is not set.'),
  fixed('bad-service-url', 'The service URL is invalid.'),
  fixed(
    'other-origin',
    'The service URL in the project file names a different server than BELFRY_URL or --url.',
  ),
  fixed(
    'insecure-http',
    'The service URL uses http and names a different machine, so belfry would send the API key unencrypted.',
  ),
  fixed('unverified-tls', 'Verification of TLS certificates is disabled.'),
  fixed('same-key', 'Two targets have the same API key.'),
  fixed('key-not-used', 'An API key is given, but no target uses this API key.'),
  fixed('bad-target-name', 'A target name with reserved or invisible characters.'),
  fixed('unknown-rule', 'An unknown rule ID in `rules`.'),
  fixed('fixed-rule', "The project file sets the severity of a rule whose severity can't be changed."),
  // Checks of resources
  error('bad-email', 'An invalid email address.'),
  error('bad-color', 'An invalid hex color.'),
  error('bad-timezone', 'An unknown IANA time zone.'),
  warning(
    'offset-timezone',
    'A time zone that is a UTC offset, such as +02:00. Older services reject an offset with HTTP status 422.',
  ),
  error('bad-locale', 'An invalid locale.'),
  error('bad-url', 'An invalid URL.'),
  warning('unknown-provider', "A provider that is not in belfry's catalogue."),
  { ...warning('unknown-credential', "A credential that is not in belfry's catalogue."), at: 'key' },
  {
    ...error('near-miss-credential', "A misspelt credential of the integration's provider."),
    at: 'key',
  },
  { ...error('foreign-credential', 'A credential that belongs to a different provider.'), at: 'key' },
  {
    ...warning(
      'missing-credentials',
      'An active integration without credentials that its provider requires. If the plan would create the integration, the rule is an error.',
    ),
    at: 'key',
  },
  warning('unknown-condition-type', 'An unknown condition type.'),
  warning('unknown-operator', 'An unknown operator in a condition.'),
  error('operator-case', 'An operator of a condition in lower case.'),
  warning('unknown-condition-source', 'An unknown condition source.'),
  warning('channel-mismatch', 'An integration with a `channel` that its provider does not support.'),
  error('provider-mismatch', "A subscriber's channel and its integration have different providers."),
  error('unknown-integration', "A subscriber's channel names an integration that is not declared."),
  { ...fixed('rules-and-conditions', 'An integration that has both rules and conditions.'), at: 'key' },
  error('primary-inactive', 'An integration that is primary and inactive.'),
  error('primary-conditional', 'An integration that is primary and has conditions or rules.'),
  error('primary-channel', 'A primary integration for a channel other than email or sms.'),
  error('primary-twice', 'Two primary integrations for one channel of a target.'),
  error('shared-device-token', 'Subscribers of one target have the same device token.'),
  warning('smoke-recipient', 'A smoke suite has a recipient without the address that the channel requires.'),
  error('smoke-integration', 'A smoke suite expects an integration that no manifest declares.'),
  fixed('parent-cycle', 'An environment that is its own ancestor.'),
  // Plans
  fixed('limit', 'A plan changes more resources than its limits allow.'),
  fixed('protected', 'apply to a protected target requires a saved or an approved plan.'),
  fixed('pull-request', 'apply runs in the pipeline of a pull request.'),
  warning(
    'no-primary',
    'A channel has active integrations, but its primary integration is missing, inactive or conditional.',
  ),
  warning(
    'several-primaries',
    "A channel has several primary integrations, and the plan doesn't change this.",
  ),
  warning(
    'primary-lost',
    'A primary integration becomes inactive or conditional, and no other integration replaces it.',
  ),
  fixed(
    'unmanaged-primary',
    '`unmanaged: deactivate` would deactivate the only primary integration of a channel, and no other integration replaces it.',
  ),
  warning('primary-idle', 'An integration becomes primary although it is inactive or conditional.'),
  warning(
    'own-key',
    "A manifest changes an environment, and no target has the environment's own API key, which the service requires.",
  ),
  warning('dead-channel', "The integration of a subscriber's channel is inactive or not in the service."),
  fixed(
    'replacement-left-out',
    "A channel loses its primary integration, and the plan doesn't make the declared replacement primary.",
  ),
  fixed(
    'both-live',
    'The service has a resource with the declared name and a different resource with the name in `previously`.',
  ),
  fixed('unmanaged', 'With `unmanaged: fail`, an integration is in the service but in no manifest.'),
  fixed(
    'nothing-declared',
    '`unmanaged: deactivate` is set, but the manifests declare no integrations for the target.',
  ),
  warning(
    'unmanaged-kept',
    '`-f`, `--only` or `--exclude` selects only a part of the project, so belfry only reports unmanaged resources.',
  ),
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
