// Integrations: a provider for one channel of one environment, with credentials, conditions and the primary flag.
import { isList, textOf } from '../../core/value.ts'
import { mostSimilar } from '../../core/did-you-mean.ts'
import { rowOf } from '../from-field-rows.ts'
import type { Kind, CheckContext } from '../kind.ts'
import { providerIds, providerMeanings, providerNamed } from '../providers.ts'
import type { Observed, Desired } from '../resource.ts'
import { pair } from '../renames.ts'
import { integrationChanges } from './changes.ts'
import { doubtCredentials, checkCredentials, checkRequired } from './credentials.ts'
import { delivery, doubtConditions, doubtDelivery } from './channel-forecast.ts'
import { effectsOf } from './state-after-plan.ts'
import { integrationFields } from './fields.ts'
import { hasConditions, hasRules, ruleOf, failedOver } from './routing.ts'
import { beginIntegrations, isBuiltInProvider, readIntegrations } from './live.ts'
import { isSameRouting } from './same-routing.ts'
import { editorChecks } from './editor-checks.ts'
import { channelsWithPrimary } from '../../core/plan/channels.ts'

export const integration: Kind = {
  name: 'integration',
  scope: 'target',
  // Changes that add something come before the promotion that needs it, and those that remove something after the promotion
  // that replaces it. A standby that must not become primary by itself comes last too.
  stages: ['gain', 'primary', 'lose'],
  fields: integrationFields,
  editorChecks,
  fieldsOf: ({ identifier, previously, standby: _standby, ...rest }) => ({
    ...(previously !== undefined && identifier !== undefined && { identifier }),
    ...rest,
    ...(isList(rest['conditions']) && rest['conditions'].length === 0 && { conditions: null }),
    // They replace conditions.
    ...(hasRules(rest) && { conditions: null }),
    // Also null if none are declared: rules that were saved elsewhere decide which integration sends.
    rules: ruleOf(rest['rules']),
  }),
  check: checkIntegration,

  begin: beginIntegrations,

  async *observe(access, desired) {
    const live = await readIntegrations(access)
    const all = [...pair(desired, live, { at: access.readAt('integrations') })]
    const named = new Set<string>()
    for (const { desired: own } of all) named.add(textOf(own?.fields['providerId']))
    for (const each of all) yield withUnknownProvider(inDeclaredForm(each), named)
  },

  standIns: (earlier) =>
    earlier.map(({ name, fields }) => ({
      id: name,
      name,
      fields: { ...fields, identifier: name },
      ...((fields['channel'] === 'in_app' || isBuiltInProvider(textOf(fields['providerId']))) && {
        isBuiltIn: true,
      }),
    })),

  refuse: ({ desired, live }, differences) => {
    const moved =
      live && differences.find(({ path: [first = ''] }) => rowOf(integrationFields, [first]).fixed)
    return moved === undefined || desired === undefined
      ? undefined
      : {
          rule: 'cannot-change',
          path: moved.path,
          message: `${moved.path[0]} of integration ${desired.name} is ${textOf(moved.before)} and can't be changed`,
          hint: `${typoAdvice(textOf(desired.fields['providerId']))}Declare a new integration with a new identifier, and set active: false for the old integration.`,
        }
  },

  changes: integrationChanges,
  effects: effectsOf,
  doubts: (foresight) => [
    ...doubtDelivery(foresight),
    ...doubtConditions(foresight),
    ...doubtCredentials(foresight),
  ],
  delivery,
  failedOver,
}

/** An unknown provider is more likely a typo than a new integration. */
function typoAdvice(providerId: string): string {
  if (providerNamed(providerId) !== undefined) return ''
  const guess = mostSimilar(providerId, providerIds)
  return guess === undefined ? '' : `If "${providerId}" is a typo, write ${guess}. `
}

/** After a save in its dashboard, a service may keep declared conditions as rules. */
function inDeclaredForm(observed: Observed): Observed {
  const { desired, live } = observed
  if (desired === undefined || live === undefined || hasConditions(live.fields)) return observed
  const { conditions = null } = desired.fields
  if (!isSameRouting(conditions, live.fields['rules'])) return observed
  return { ...observed, live: { ...live, fields: { ...live.fields, conditions, rules: null } } }
}

/** Names each provider once that only the service has: of declared ones, the manifests are reported. */
function withUnknownProvider(observed: Observed, named: Set<string>): Observed {
  const { live } = observed
  const providerId = textOf(live?.fields['providerId'])
  if (live === undefined || named.has(providerId) || Object.hasOwn(providerMeanings, providerId))
    return observed
  named.add(providerId)
  const warning = {
    rule: 'unknown-provider',
    message: `belfry doesn't know the provider "${providerId}" of integration ${live.name}; its credentials can't be checked`,
    hint: 'A newer version of belfry may know this provider.',
    resource: `integration ${live.name}`,
  } as const
  return { ...observed, warnings: [...(observed.warnings ?? []), warning] }
}

function checkIntegration(desired: Desired, context: CheckContext): void {
  const { declared } = desired
  if (declared['identifier'] === undefined && declared['channel'] !== 'in_app')
    context.report('missing-field', [], 'required field "identifier" is missing in an integration')
  if (declared['previously'] !== undefined && declared['channel'] === 'in_app')
    context.report(
      'wrong-value',
      ['previously'],
      "the in-app integration can't be renamed, because it has no identifier",
    )
  const providerId = textOf(declared['providerId'])
  const provider = providerNamed(providerId)
  if (provider !== undefined && provider.channel !== declared['channel'])
    context.report(
      'channel-mismatch',
      ['channel'],
      `provider ${providerId} delivers ${provider.channel}, not ${textOf(declared['channel'])}`,
      `Write channel: ${provider.channel}, or choose another provider.`,
    )
  checkCredentials(desired, context)
  checkRequired(desired, context)
  if (hasConditions(declared) && hasRules(declared))
    context.report(
      'rules-and-conditions',
      ['rules'],
      `integration ${desired.name} can't have both rules and conditions`,
      'Remove the field "rules" or the field "conditions". When the service saves rules, it removes the conditions.',
    )
  if (declared['primary'] === true) checkPrimary(desired, context)
  if (declared['standby'] !== undefined) checkStandby(desired, context)
}

function checkPrimary(desired: Desired, context: CheckContext): void {
  const { declared, name } = desired
  const channel = textOf(declared['channel'])
  if (declared['active'] === false)
    context.report(
      'primary-inactive',
      ['primary'],
      `integration ${name} can't be primary and inactive`,
      'Remove "primary: true" or "active: false".',
    )
  if (hasConditions(declared) || hasRules(declared))
    context.report(
      'primary-conditional',
      ['primary'],
      `integration ${name} can't be primary and have ${hasRules(declared) ? 'rules' : 'conditions'}`,
      `Remove "primary: true", or remove the ${hasRules(declared) ? 'rules' : 'conditions'}.`,
    )
  if (!channelsWithPrimary.has(channel))
    context.report(
      'primary-channel',
      ['primary'],
      `channel ${channel} can't have a primary integration; only email and sms can`,
      'Remove primary: true.',
    )
  const first = earlierWith('primary', desired, context)
  if (first !== undefined)
    context.report(
      'primary-twice',
      ['primary'],
      `integration ${first.name} is already primary for ${channel} (${first.place})`,
      'Declare primary: true for only one integration of this channel; for one target of several, under perTarget.',
    )
}

/** The first integration of the channel that declares the same value of a field; undefined if it is this one. */
function earlierWith(field: string, { declared, name }: Desired, context: CheckContext) {
  const first = context
    .declaredOf('integration')
    .find((other) => ['channel', field].every((each) => other.declared[each] === declared[each]))
  if (first === undefined || first.name === name) return undefined
  const { file, line, column } = first.positionOf([field])
  return { name: first.name, place: `${file}:${line}:${column}` }
}

function checkStandby(desired: Desired, context: CheckContext): void {
  const { declared, name } = desired
  const channel = textOf(declared['channel'])
  const report = (message: string, hint: string): void =>
    context.report('invalid-standby', ['standby'], message, hint)
  if (declared['primary'] === true)
    report(
      `integration ${name} can't be primary and a standby`,
      'Remove "primary: true" or the field "standby".',
    )
  if (hasConditions(declared) || hasRules(declared)) {
    const routing = hasRules(declared) ? 'rules' : 'conditions'
    report(
      `integration ${name} can't be a standby and have ${routing}`,
      `Remove the field "standby" or the ${routing}. The service removes the ${routing} when the integration becomes primary.`,
    )
  }
  if (!channelsWithPrimary.has(channel))
    report(`channel ${channel} can't have a standby; only email and sms can`, 'Remove the field "standby".')
  const first = earlierWith('standby', desired, context)
  if (first !== undefined)
    report(
      `integration ${first.name} is already standby ${textOf(declared['standby'])} for ${channel} (${first.place})`,
      'Give each standby of this channel its own number.',
    )
}
