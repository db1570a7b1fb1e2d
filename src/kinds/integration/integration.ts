// Integrations: a provider for one channel of one environment, with credentials, conditions and the primary flag.
import { isList, textOf } from '../../core/value.ts'
import { mostSimilar } from '../../core/similar.ts'
import { rowOf } from '../fields.ts'
import type { Kind } from '../kind.ts'
import { providerIds, providerNamed } from '../providers.ts'
import type { Observed } from '../resource.ts'
import { pair } from '../pair.ts'
import { integrationChanges } from './changes.ts'
import { checkIntegration } from './check.ts'
import { doubtCredentials } from './credentials.ts'
import { delivery, doubtConditions, doubtDelivery } from './delivery.ts'
import { effectsOf } from './state-after-plan.ts'
import { integrationFields } from './fields.ts'
import { hasConditions, hasRules, ruleOf } from './routing.ts'
import { beginIntegrations, isBuiltInProvider, readIntegrations } from './live.ts'
import { isSameRouting } from './same-routing.ts'
import { failedOver } from './primary.ts'
import { editorChecks } from './editor-checks.ts'

export const integration: Kind = {
  name: 'integration',
  scope: 'target',
  // What gains comes before the promotion that needs it, and what loses after the promotion that replaces it.
  stages: ['gain', 'primary', 'lose'],
  fields: integrationFields,
  editorChecks,
  fieldsOf: ({ identifier, previously, standby: _standby, ...rest }) => ({
    ...(previously !== undefined && identifier !== undefined && { identifier }),
    ...rest,
    ...(isList(rest['conditions']) && rest['conditions'].length === 0 && { conditions: null }),
    // They replace conditions.
    ...(hasRules(rest) && { conditions: null }),
    // Also null if none are declared: rules that were saved elsewhere decide which provider sends.
    rules: ruleOf(rest['rules']),
  }),
  check: checkIntegration,

  begin: beginIntegrations,

  async *observe(look, desired) {
    const live = await readIntegrations(look)
    for (const each of pair(desired, live, { at: look.readAt('integrations') })) yield inDeclaredForm(each)
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

/** A service may keep declared conditions as rules, after a save in its dashboard. */
function inDeclaredForm(observed: Observed): Observed {
  const { desired, live } = observed
  if (desired === undefined || live === undefined || hasConditions(live.fields)) return observed
  const { conditions = null } = desired.fields
  if (!isSameRouting(conditions, live.fields['rules'])) return observed
  return { ...observed, live: { ...live, fields: { ...live.fields, conditions, rules: null } } }
}
