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
  fixed('no-manifests', 'No manifests are named, or a name matches no file.'),
  fixed('file-unreadable', "A file or a folder can't be read."),
  warning('broken-link', 'A broken link that is ignored because of its name.'),
  fixed('file-outside', 'A file is outside the folders that may be read.'),
  fixed('max-file-size', 'A YAML file is larger than the limit.'),
  fixed('max-depth', 'YAML is nested deeper than the limit.'),
  fixed('max-nodes', 'Aliases repeat more nodes than the limit.'),
  fixed('empty-manifest', 'The manifests declare nothing.'),
  warning('empty-file', 'A manifest file declares nothing.'),
  // YAML and fields
  fixed('yaml-syntax', 'A file is not valid YAML.'),
  fixed('ndjson-syntax', 'A line is not a valid JSON object.'),
  { ...fixed('duplicate-key', 'A key is written twice in one map.'), at: 'key' },
  fixed(
    'bad-character',
    'An invalid character, an invisible one in an identity, or leading or trailing spaces in one.',
  ),
  fixed('unsafe-number', "A number can't be stored exactly."),
  { ...fixed('unknown-field', 'An unknown field.'), at: 'key' },
  { ...fixed('read-only-field', 'A field that only the service sets.'), at: 'key' },
  { ...fixed('missing-field', 'A required field is missing.'), at: 'key' },
  fixed('wrong-type', 'A value of the wrong type.'),
  fixed('wrong-value', 'A value that is not valid for its field.'),
  fixed('quote-it', 'A string that YAML reads as a number or a boolean.'),
  fixed('cannot-clear', "null for a field that can't be cleared."),
  fixed('empty-value', 'A required value is empty.'),
  fixed('unknown-target', 'A target that is not in the project file.'),
  { ...fixed('unused-override', 'perTarget for a target that the resource does not belong to.'), at: 'key' },
  fixed('duplicate-identity', 'An identity is declared twice.'),
  fixed('duplicate-target', 'A target is named twice.'),
  warning('shared-rename', 'Renames in several targets give the same identifier.'),
  // References
  fixed('bad-reference', 'An invalid reference.'),
  fixed('empty-reference', 'A reference to a variable or a file that is unset or empty.'),
  fixed('unknown-variable', 'A variable that is not in the project file.'),
  fixed('forbidden-reference', "A reference to an API key or to a CI system's own token."),
  fixed('reference-in-identity', 'A secret, or a reference other than a variable, in an identity field.'),
  fixed('plain-in-secret', '`|plain` in a secret field.'),
  warning('literal-secret', 'A secret in plain text.'),
  error(
    'placeholder-secret',
    'A placeholder such as $NAME, <word> or changeme in a secret field. In a visible field it is a warning.',
  ),
  warning('weak-secret', 'A key, token or password that is too short or too common to redact safely.'),
  // The project file
  fixed('no-project', 'The project file is not found.'),
  fixed('missing-url', 'The address of the service is not set.'),
  fixed('bad-service-url', 'The address of the service is invalid.'),
  fixed('other-origin', 'The project file names another origin than BELFRY_URL or --url.'),
  fixed(
    'insecure-http',
    'An http address on another machine, to which the API key would be sent unencrypted.',
  ),
  fixed('unverified-tls', 'Verification of certificates is switched off.'),
  fixed('same-key', 'Two targets have the same API key.'),
  fixed('key-not-used', 'An API key that no target uses.'),
  fixed('bad-target-name', "A target's name with reserved characters."),
  fixed('unknown-rule', 'An unknown rule.'),
  fixed('fixed-rule', "A rule whose severity can't be set."),
  // Checks of resources
  error('bad-email', 'An invalid email address.'),
  error('bad-color', 'An invalid hex color.'),
  error('bad-timezone', 'An unknown IANA time zone.'),
  warning('offset-timezone', 'A time zone that is an offset, which older services answer with 422.'),
  error('bad-locale', 'An invalid locale.'),
  error('bad-url', 'An invalid web address.'),
  warning('unknown-provider', 'A provider that is not in the catalogue.'),
  { ...warning('unknown-credential', 'A credential that is not in the catalogue.'), at: 'key' },
  {
    ...error('near-miss-credential', "A misspelt credential of the integration's provider."),
    at: 'key',
  },
  { ...error('foreign-credential', 'A credential of another provider.'), at: 'key' },
  {
    ...warning(
      'missing-credentials',
      'An active integration without credentials that its provider requires. In a plan that would create it, it is an error.',
    ),
    at: 'key',
  },
  warning('unknown-condition-type', 'An unknown condition type.'),
  warning('unknown-operator', 'An unknown operator.'),
  error('operator-case', 'An operator in the wrong case.'),
  warning('unknown-condition-source', 'An unknown condition source.'),
  warning('channel-mismatch', 'A provider that delivers another channel.'),
  error('provider-mismatch', "A subscriber's channel and its integration have different providers."),
  error('unknown-integration', "A subscriber's channel names an integration that is not declared."),
  { ...fixed('rules-and-conditions', 'An integration that has both rules and conditions.'), at: 'key' },
  error('primary-inactive', 'An integration that is primary and inactive.'),
  error('primary-conditional', 'An integration that is primary and has conditions or rules.'),
  error('primary-channel', 'A primary integration for a channel other than email and sms.'),
  error('primary-twice', 'Two primary integrations for one channel of a target.'),
  error('shared-device-token', 'Subscribers of one target have the same device token.'),
  warning('smoke-recipient', 'A recipient of a smoke suite without the address that the channel requires.'),
  error('smoke-integration', 'An integration that a smoke suite expects and no manifest declares.'),
  fixed('parent-cycle', 'An environment that is its own ancestor.'),
  // Plans
  fixed('limit', 'A plan changes more resources than its limits allow.'),
  fixed('protected', 'A protected target needs a saved or an approved plan.'),
  fixed('pull-request', 'apply runs for a pull request.'),
  warning('no-primary', 'A channel has active integrations, but no primary that works.'),
  warning('several-primaries', 'A channel has several primary integrations, and the plan leaves several.'),
  warning('primary-lost', 'A primary integration becomes inactive or conditional, and none replaces it.'),
  fixed(
    'unmanaged-primary',
    '`unmanaged: deactivate` would switch off the only primary integration of a channel, and none replaces it.',
  ),
  warning('primary-idle', 'An integration becomes primary while it is inactive or conditional.'),
  warning(
    'own-key',
    "A change of an environment that the service takes only with the environment's own API key, and no target has it.",
  ),
  warning('dead-channel', "The integration of a subscriber's channel is inactive or unknown."),
  fixed(
    'replacement-left-out',
    'A primary integration is lost, and the declared replacement is not promoted.',
  ),
  fixed('both-live', 'A resource and its `previously` name both exist in the service.'),
  fixed('unmanaged', 'With `unmanaged: fail`, a resource in the service is not declared.'),
  fixed('nothing-declared', 'With `unmanaged: deactivate`, no resource of a kind is declared.'),
  warning(
    'unmanaged-kept',
    'Unmanaged resources are only reported, because a part of the project was selected.',
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
