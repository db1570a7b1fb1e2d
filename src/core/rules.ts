// Every rule that a problem can answer for: its severity, and whether a project may change it.
import type { Severity } from './problem.ts'

export type RuleSetting = 'error' | 'warn' | 'off'
export type RuleSettings = Readonly<Record<string, RuleSetting>>

export interface Rule {
  readonly id: string
  readonly severity: Severity
  /** Whether `rules:` of a project file may set it. Rules that keep what is sent correct may not. */
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
  fixed('no-manifests', 'Nothing names the manifests, or a name matches no file.'),
  fixed('file-unreadable', "A file or a folder can't be read."),
  warning('broken-link', 'A link to nothing that is ignored because of its name.'),
  fixed('file-outside', 'A file lies outside the folders that may be read.'),
  fixed('max-file-size', 'A YAML file is larger than the limit.'),
  fixed('max-depth', 'YAML is nested deeper than the limit.'),
  fixed('max-nodes', 'Aliases repeat more nodes than the limit.'),
  fixed('empty-manifest', 'The manifests declare nothing.'),
  warning('empty-file', 'A manifest file declares nothing.'),
  // The language
  fixed('yaml-syntax', 'A file is not YAML.'),
  fixed('ndjson-syntax', 'A line is not a JSON object.'),
  { ...fixed('duplicate-key', 'A key is written twice in one map.'), at: 'key' },
  fixed('bad-character', 'A character that is none, or that hides in an identity.'),
  fixed('unsafe-number', "A number can't be kept exactly."),
  { ...fixed('unknown-field', 'A field that the language does not have.'), at: 'key' },
  { ...fixed('read-only-field', 'A field that only the service sets.'), at: 'key' },
  { ...fixed('missing-field', 'A field that is needed is absent.'), at: 'key' },
  fixed('wrong-type', 'A value of another type than the field wants.'),
  fixed('wrong-value', "A value outside the contract's."),
  fixed('quote-it', 'A text that YAML reads as a number or a boolean.'),
  fixed('cannot-clear', "null for a field that can't be cleared."),
  fixed('empty-value', 'Nothing where a value is needed.'),
  fixed('unknown-target', 'A target that the project file does not have.'),
  { ...fixed('unused-override', 'perTarget for a target that the resource does not have.'), at: 'key' },
  fixed('duplicate-identity', 'One identity is declared twice.'),
  fixed('duplicate-target', 'A target is named twice.'),
  warning('shared-rename', 'One identifier is given by a rename in several targets.'),
  // References
  fixed('bad-reference', 'A reference that is not written as one.'),
  fixed('empty-reference', 'A reference to something unset or empty.'),
  fixed('unknown-variable', 'A variable that the project file does not have.'),
  fixed('forbidden-reference', "A reference to an API key or to a CI system's own token."),
  fixed('reference-in-identity', 'A secret, or a reference other than a variable, in an identity field.'),
  fixed('plain-in-secret', '`|plain` in a field that is secret.'),
  warning('literal-secret', 'A secret that stands in a file.'),
  error(
    'placeholder-secret',
    'A placeholder such as $NAME, <word> or changeme in place of a secret. A warning where the field is no secret.',
  ),
  warning('weak-secret', 'A key, token or password that is short, or that other texts hold too.'),
  // The project file
  fixed('no-project', 'The project file that was named does not exist.'),
  fixed('missing-url', 'Nothing names the address of the service.'),
  fixed('bad-service-url', 'The address of the service is not one that keys may be sent to.'),
  fixed('other-origin', 'The project file names another origin than the environment does.'),
  fixed('insecure-http', 'An address on another machine to which the key would go unencrypted.'),
  fixed('unverified-tls', 'An environment that asks not to verify certificates.'),
  fixed('same-key', 'Two targets have the same API key.'),
  fixed('key-not-used', 'An API key that no target takes.'),
  fixed('bad-target-name', "A target's name with characters that mean something else."),
  fixed('unknown-rule', 'A rule that does not exist.'),
  fixed('fixed-rule', "A rule whose severity can't be set."),
  // What kinds check
  error('bad-email', 'Not an e-mail address.'),
  error('bad-color', 'Not a hex color.'),
  error('bad-timezone', 'Not an IANA time zone.'),
  error('bad-locale', 'Not a locale.'),
  error('bad-url', 'Not a web address.'),
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
      'An active integration without credentials that its provider requires. An error in a plan that would create it.',
    ),
    at: 'key',
  },
  warning('unknown-condition-type', 'A condition type outside the contract.'),
  warning('unknown-operator', 'An operator outside the contract.'),
  error('operator-case', 'An operator in the wrong case.'),
  warning('unknown-condition-source', 'A condition source outside the contract.'),
  warning('channel-mismatch', 'The provider delivers another channel.'),
  error('provider-mismatch', "A subscriber's channel and its integration have different providers."),
  error('unknown-integration', 'A subscriber channel names an integration that is not declared.'),
  error('primary-inactive', 'An integration that is primary and inactive.'),
  error('primary-conditional', 'An integration that is primary and has conditions.'),
  error('primary-channel', 'A primary integration on a channel that has none.'),
  error('primary-twice', 'Two primary integrations for one channel of a target.'),
  error('shared-device-token', 'Subscribers of one target that have the same device token.'),
  warning('smoke-recipient', 'A recipient of a smoke suite without the address that it needs.'),
  fixed('parent-cycle', 'An environment that is its own ancestor.'),
  // What a plan is refused for, or warned of
  fixed('limit', 'More would change than the project, or this run, allows.'),
  fixed('protected', 'A protected target, and nobody has reviewed the plan.'),
  fixed('pull-request', 'apply runs for a pull request.'),
  warning('no-primary', 'A channel with active integrations, and no primary that works.'),
  warning(
    'several-primaries',
    'A channel with several primaries, of which the plan makes none the only one.',
  ),
  warning('primary-lost', 'A primary that becomes inactive or conditional, and none takes its place.'),
  fixed(
    'unmanaged-primary',
    '`unmanaged: deactivate` would switch off the only primary of a channel, and none takes its place.',
  ),
  warning('primary-idle', 'An integration that becomes primary and is inactive or conditional.'),
  warning('dead-channel', "A subscriber's channel whose integration is inactive or unknown."),
  fixed(
    'replacement-left-out',
    'A primary is lost, and the one that is declared in its place is not promoted.',
  ),
  fixed('both-live', 'A resource and the one that it was `previously` are both live.'),
  fixed('unmanaged', '`unmanaged: fail`, and something is live that no manifest declares.'),
  fixed('nothing-declared', '`unmanaged: deactivate`, and no manifest declares anything.'),
  warning(
    'unmanaged-kept',
    'Something unmanaged is only reported, because a part of the project was selected.',
  ),
]

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]))

export function ruleNamed(id: string): Rule | undefined {
  return byId.get(id)
}

/**
 * The severity that a problem has in a project; `usual` replaces the rule's own where the project sets none. Rules
 * outside the table, of kinds added later, are errors.
 */
export function severityOf(id: string, settings: RuleSettings, usual?: Severity): Severity | 'off' {
  const rule = byId.get(id)
  const setting = Object.hasOwn(settings, id) && rule?.configurable !== false ? settings[id] : undefined
  if (setting === undefined) return usual ?? rule?.severity ?? 'error'
  return setting === 'warn' ? 'warning' : setting
}
