// Which integration a failed step used or needed, where it is declared, and what is wrong with it.
import { applyCommand } from '../../core/target.ts'
import { channelStates, channelsWithPrimary } from '../../core/plan/channels.ts'
import { decisive } from '../../core/delivery/cause.ts'
import type { Delivery, Step } from '../../core/delivery/delivery.ts'
import { firstOf } from '../../core/json.ts'
import { isList, textOf } from '../../core/value.ts'
import { sentence, ruleText } from '../../kinds/integration/rule-text.ts'
import {
  isPrimary,
  hasConditions,
  hasRules,
  idleConditions,
  idleSources,
  isIdle,
  isRouted,
} from '../../kinds/integration/routing.ts'
import { integrationStates } from '../../kinds/integration/state-after-plan.ts'
import type { Live } from '../../kinds/resource.ts'
import {
  declaredIntegration,
  type Flag,
  type Reason,
  remedy,
  saying,
  undeclared,
  type Surroundings,
} from './surroundings.ts'
import { factsFor } from './why-nothing-sent.ts'

/** The provider rejected the message, for example because of wrong credentials. */
export function whyRefused(step: Step, around: Surroundings): Reason {
  const detail = decisive(step)
  const provider = firstOf(
    detail?.sender?.provider ?? '',
    // With several senders, the log doesn't show which provider wrote this text.
    step.senders.length === 1 ? (step.senders[0]?.provider ?? '') : '',
    step.guess,
    'the provider',
  )
  const why = `${step.channel} ${step.status}: ${provider} didn't accept the message${saying(step)}`
  const [only, ...others] = used(step, around)
  if (only === undefined || others.length > 0)
    return {
      why,
      advice: `Check the credentials of the ${step.channel} integration, and the log of ${provider}.`,
    }
  return {
    why,
    advice: `Check the credentials of integration ${only.name}${undeclared(only.name, around.declared)}, and the log of ${provider}.`,
    ...placed(only, ['credentials'], around),
  }
}

export function whyNoIntegration(step: Step, delivery: Delivery, around: Surroundings): Reason {
  const { channel, status } = step
  const needsPrimary = channelsWithPrimary.has(channel)
  const said = `${channel} ${status}${saying(step)}`
  if (around.integrations === undefined)
    return {
      why: said,
      advice: `Check which ${channel} integrations are active, which ${channel} integration is primary, and which ${channel} integrations have conditions or routing rules.`,
    }
  const all = around.integrations.filter(({ fields }) => fields['channel'] === channel)
  const [first] = all
  if (first === undefined)
    return {
      why: `${channel} ${status}: the environment has no ${channel} integration`,
      advice: `In a manifest, declare an integration for ${channel} with active: true${needsPrimary ? ' and primary: true' : ''}. Then run ${applyCommand(around.target)}.`,
    }
  const active = all.filter(({ fields }) => fields['active'] === true)
  const routed = active.filter(({ fields }) => isRouted(fields))
  const primaries = all.filter(({ fields }) => isPrimary(fields))
  const primary = primaries.find((each) => active.includes(each)) ?? primaries[0]
  const ready = active.find((each) => !routed.includes(each))
  const [state] = channelStates({
    delivery: integrationStates(
      all.map((live) => ({ live })),
      [],
    ),
  })
  const why = `${channel} ${status}: ${state?.why ?? ''}`
  if (active.length === 0) return { why, ...fixed(primary ?? first, 'active', around) }
  if (needsPrimary && primary === undefined && ready !== undefined) {
    const others = routed.length === 0 ? '' : `, and ${unmet(routed, delivery, around)}`
    return { why: `${why}${others}`, ...fixed(ready, 'primary', around) }
  }
  if (needsPrimary && primary?.fields['active'] === false)
    return { why, ...fixed(primary, 'active', around, ', or make a different integration primary') }
  const isUsable = active.some(({ fields }) => !isRouted(fields) && (!needsPrimary || isPrimary(fields)))
  const [limited] = routed
  if (limited !== undefined && !isUsable)
    return {
      why: `${channel} ${status}: ${unmet(routed, delivery, around)}`,
      advice: idleOf(routed)?.hint ?? adviceUnmet(kindOf(routed), needsPrimary),
      ...placed(limited, [hasRules(limited.fields) ? 'rules' : 'conditions'], around),
    }
  return {
    why: said,
    advice: `The environment now has an integration that can send this ${channel} message. The integrations may have changed after the trigger. Trigger again.`,
  }
}

/** The integrations that a step may have used: those that its log names, otherwise the active ones of its provider. */
function used(step: Step, { integrations = [] }: Surroundings): Live[] {
  const detail = decisive(step)
  const senders = detail?.sender === undefined ? step.senders : [detail.sender]
  const own = integrations.filter(({ fields }) => fields['channel'] === step.channel)
  const words = `${detail?.text ?? ''} ${detail?.raw ?? ''}`.split(/[^\w.-]+/)
  const ofSenders = senders.map(({ integration }) => integration).filter(Boolean)
  const named = own.filter(({ fields }) =>
    (ofSenders.length > 0 ? ofSenders : words).includes(textOf(fields['identifier'])),
  )
  if (named.length > 0) return named
  const providers = new Set(senders.length === 0 ? [step.guess] : senders.map(({ provider }) => provider))
  const active = own.filter(
    ({ fields }) => fields['active'] === true && providers.has(textOf(fields['providerId'])),
  )
  return channelsWithPrimary.has(step.channel) && active.length > 1
    ? active.filter(({ fields }) => isPrimary(fields) || isRouted(fields))
    : active
}

/** If the manifests declare another primary integration, two would be declared, so an apply is the fix. */
function fixed(
  { name, fields }: Live,
  flag: Flag,
  around: Surroundings,
  or = '',
): Pick<Reason, 'advice' | 'resource' | 'position'> {
  const wanted = [...around.declared.ofKind('integration')].find(
    ({ declared }) => declared['primary'] === true && declared['channel'] === fields['channel'],
  )
  const [subject, field] =
    wanted === undefined || wanted.name === name ? [name, flag] : [wanted.name, 'primary' as const]
  const advice = remedy(subject, field, around, or)
  return { advice, ...placed({ name: subject }, [field], around) }
}

/** Where a resource is declared; only its name if no manifest declares it. */
function placed(
  { name }: Pick<Live, 'name'>,
  path: readonly string[],
  { declared }: Surroundings,
): Pick<Reason, 'resource' | 'position'> {
  const own = declaredIntegration(name, declared)
  return { resource: `integration ${name}`, ...(own !== undefined && { position: own.positionOf(path) }) }
}

function unmet(routed: readonly Live[], delivery: Delivery, around: Surroundings): string {
  const idle = idleOf(routed)
  if (idle !== undefined) return idle.message
  const all = routed.map((each) => `${each.name} (${routingOf(each)})`).join(', ')
  return `the ${kindOf(routed)} of ${all} don't match${factsFor(all, delivery, around)}`
}

function adviceUnmet(kind: string, needsPrimary: boolean): string {
  return needsPrimary
    ? `Change the ${kind}, or add a primary integration without ${kind}. The primary integration sends all messages that the ${kind} don't match.`
    : `Change the ${kind}, or add an integration without ${kind}.`
}

/** If the service compares none of their conditions. */
function idleOf(routed: readonly Live[]): ReturnType<typeof idleConditions> | undefined {
  if (routed.length === 0 || !routed.every(isIdle)) return undefined
  const sources = routed.flatMap((each) => idleSources(each.fields, each))
  return idleConditions(routed.map(({ name }) => name).join(', '), [...new Set(sources)])
}

function kindOf(routed: readonly Live[]): string {
  const withRules = routed.filter(({ fields }) => hasRules(fields))
  if (withRules.length === 0) return 'conditions'
  return withRules.length === routed.length ? 'routing rules' : 'conditions or routing rules'
}

/** The service uses conditions only if there are no rules. */
function routingOf({ fields }: Live): string {
  const { conditions, rules = null } = fields
  if (hasRules(fields)) return textOf(ruleText(rules))
  if (!hasConditions(fields) || !isList(conditions)) return ''
  return conditions.map((each) => textOf(sentence(each))).join(' and ')
}
