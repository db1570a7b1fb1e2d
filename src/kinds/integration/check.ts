// What can be wrong with an integration before anything is read.
import { channelsWithPrimary } from '../../core/plan/channels.ts'
import { textOf } from '../../core/value.ts'
import type { CheckContext } from '../kind.ts'
import type { Desired } from '../resource.ts'
import { providerNamed } from '../providers.ts'
import { checkCredentials, checkRequired } from './credentials.ts'
import { hasConditions, hasRules } from './routing.ts'

export function checkIntegration(desired: Desired, context: CheckContext): void {
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
  const first = context
    .declaredOf('integration')
    .find((other) => other.declared['primary'] === true && other.declared['channel'] === channel)
  if (first !== undefined && first.name !== name) {
    const { file, line, column } = first.positionOf(['primary'])
    context.report(
      'primary-twice',
      ['primary'],
      `integration ${first.name} is already primary for ${channel} (${file}:${line}:${column})`,
      'Declare primary: true for only one integration of this channel.',
    )
  }
}

function checkStandby(desired: Desired, context: CheckContext): void {
  const { declared, name } = desired
  const { standby } = declared
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
  const first = context
    .declaredOf('integration')
    .find((other) => other.declared['standby'] === standby && other.declared['channel'] === channel)
  if (first !== undefined && first.name !== name) {
    const { file, line, column } = first.positionOf(['standby'])
    report(
      `integration ${first.name} is already standby ${textOf(standby)} for ${channel} (${file}:${line}:${column})`,
      'Give each standby of this channel its own number.',
    )
  }
}
