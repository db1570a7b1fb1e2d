// Mistakes in the expectations of a suite that can be found without the service.
import type { Expectation } from '../../core/delivery/expectation.ts'
import { errorOf, hasErrors, type Problem } from '../../core/problem.ts'
import { severityOf, type RuleSettings } from '../../core/rules.ts'
import { matchesName } from '../../core/glob.ts'
import { mostSimilar, suggestionOf } from '../../core/did-you-mean.ts'
import type { SmokeCase, SmokePrimary, Suites } from '../../core/delivery/smoke.ts'
import { isList, isMap, textOf, type ValueMap } from '../../core/value.ts'
import { patternsOf } from '../../kinds/ignored.ts'
import { isOwned, type Owns, type Desired } from '../../kinds/resource.ts'
import type { Resources } from '../../kinds/declared-resources.ts'
import { providerNamed } from '../../kinds/providers.ts'
import { expectationsIn } from '../parse-expectation.ts'
import { addresses } from '../recipients.ts'

/**
 * All that can be found wrong with these cases. A mistake in the cases of several targets is reported once, with the
 * first target.
 */
export function suiteMistakes(
  { cases, primaries }: Suites,
  { forTarget, problems }: { forTarget: (target: string) => Resources; problems: readonly Problem[] },
  { rules, owns }: { rules: RuleSettings; owns?: Owns | undefined },
): Problem[] {
  const found = [
    ...mistakesIn(cases),
    ...unaddressed(cases, forTarget, rules),
    // A manifest that can't be read may declare the integration.
    ...(hasErrors(problems) ? [] : undeclaredIntegrations({ cases, primaries }, forTarget, rules, owns)),
  ]
  return [...new Map(found.toReversed().map((each) => [problemKey(each), each])).values()].toReversed()
}

/** Two recipients of a case share a place. The message about an integration may differ by target. */
function problemKey({ rule, position, message }: Problem): string {
  return JSON.stringify([rule, position, rule === recipientRule ? message : ''])
}

/** Expectations that are not valid, such as an unknown outcome. */
function mistakesIn(cases: readonly SmokeCase[]): Problem[] {
  return cases.flatMap(({ expect, positionOf }) =>
    expectationsIn(expect).mistakes.map(({ path, message, hint }): Problem =>
      errorOf('wrong-value', message, hint, { position: positionOf(['expect', ...path]) }),
    ),
  )
}

const recipientRule = 'smoke-recipient'

/**
 * Declared recipients without the address that a case needs: a case expects sms, and the manifest has an email address
 * but no phone number. The application owns the addresses of a subscriber if the manifest declares none, and ignored ones.
 */
export function unaddressed(
  cases: readonly SmokeCase[],
  declaredFor: (target: string) => Resources,
  settings: RuleSettings,
): Problem[] {
  const severity = severityOf(recipientRule, settings)
  if (severity === 'off') return []
  return cases.flatMap((each) => {
    const { target, name, expect, positionOf } = each
    const channels = expectationsIn(expect).expectations.filter(isReached)
    return recipientsOf(each, declaredFor(target)).flatMap((recipient) =>
      channels.flatMap(({ channel }): Problem[] => {
        const missing = missingFor(channel, recipient.fields)
        if (missing === undefined || isOfApplication(recipient, channel)) return []
        return [
          {
            rule: recipientRule,
            severity,
            target,
            position: positionOf(['expect', channel]),
            message: `the case ${JSON.stringify(name)} expects ${channel} to reach ${recipient.id}, but the manifest of subscriber ${recipient.id} doesn't declare ${missing}`,
            hint: `Declare ${missing} in the manifest, or set ${missing} in \`to\` of the case. If your application sets ${missing}, turn this rule off: rules: { ${recipientRule}: off }.`,
          },
        ]
      }),
    )
  })
}

const integrationRule = 'smoke-integration'

/**
 * Integrations that suites expect and no manifest declares, or not for the channel. Those outside of `owns` are another
 * project's.
 */
export function undeclaredIntegrations(
  suites: Suites,
  declaredFor: (target: string) => Resources,
  settings: RuleSettings,
  owns?: Owns,
): Problem[] {
  const severity = severityOf(integrationRule, settings)
  if (severity === 'off') return []
  return expectedIn(suites).flatMap(({ target, identifier, channel, what, position }): Problem[] => {
    const own = [...declaredFor(target).ofKind('integration')]
    const named = own.find(({ name }) => name === identifier)
    if (named === undefined && !isOwned(owns, 'integration', identifier)) return []
    const delivers = textOf(named?.declared['channel'])
    if (named !== undefined && (channel === undefined || channel === delivers)) return []
    const others = own.filter(({ declared }) => channel === undefined || declared['channel'] === channel)
    const best = mostSimilar(
      identifier,
      others.map(({ name }) => name),
    )
    return [
      {
        rule: integrationRule,
        severity,
        target,
        position,
        message: `${what}, but ${named === undefined ? 'no manifest declares this integration' : `this integration sends ${delivers}`}${suggestionOf(best)}`,
        hint: `Use a declared integration, or declare this integration. If this integration is managed without belfry, turn this rule off: rules: { ${integrationRule}: off }.`,
      },
    ]
  })
}

interface Expected extends Pick<SmokePrimary, 'target' | 'position' | 'identifier'> {
  readonly channel?: string | undefined
  /** What is expected of it. */
  readonly what: string
}

function expectedIn({ cases, primaries }: Suites): Expected[] {
  return [
    ...primaries.map((each) => ({
      ...each,
      what: `the suite expects integration ${each.identifier} to be primary for ${each.channel}`,
    })),
    ...cases.flatMap(({ target, name, expect, positionOf }) =>
      expectationsIn(expect)
        .expectations.filter(isThrough)
        .map(({ text: identifier, channel }) => ({
          target,
          identifier,
          channel,
          what: `the case ${JSON.stringify(name)} expects ${channel ?? 'a message'} through integration ${identifier}`,
          position: positionOf(['expect', ...(channel === undefined ? [] : [channel]), 'integration']),
        })),
    ),
  ]
}

type OfText = Extract<Expectation, { about: 'text' }>

function isThrough(expectation: Expectation): expectation is OfText {
  return expectation.about === 'text' && expectation.field === 'integration' && expectation.how === 'is'
}

type OfStep = Extract<Expectation, { about: 'step' }>

/** A provider must have been asked. */
function isReached(expectation: Expectation): expectation is OfStep {
  if (expectation.about !== 'step') return false
  const { outcome, cause } = expectation
  return outcome === 'sent' || outcome === 'completed' || (outcome === 'failed' && cause === 'provider')
}

interface Recipient {
  readonly id: string
  readonly fields: ValueMap
  readonly desired: Desired
}

function isOfApplication({ fields, desired }: Recipient, channel: string): boolean {
  if (['email', 'phone', 'channels'].every((each) => fields[each] === undefined)) return true
  const field = addresses.get(channel)?.field ?? 'channels'
  return patternsOf(desired).some((each) => matchesName(field, each) || each.startsWith(`${field}.`))
}

/** The declared recipients of a case, with the fields that the case itself sets. */
function recipientsOf({ body }: SmokeCase, declared: Resources): Recipient[] {
  return body.to.flatMap((each) => {
    const own = isMap(each) ? each : {}
    const id = isMap(each) ? textOf(each['subscriberId']) : textOf(each)
    const desired = declared.get('subscriber', id)
    return desired === undefined ? [] : [{ id, desired, fields: { ...desired.declared, ...own } }]
  })
}

function missingFor(channel: string, fields: ValueMap): string | undefined {
  const field = addresses.get(channel)?.field
  if (field !== undefined) return textOf(fields[field]) === '' ? field : undefined
  if (channel !== 'chat' && channel !== 'push') return undefined
  const { channels = [] } = fields
  const providers = isList(channels) ? channels.filter(isMap).map((each) => textOf(each['providerId'])) : []
  const isThere = providers.some((provider) => (providerNamed(provider)?.channel ?? channel) === channel)
  return isThere || (channel === 'chat' && textOf(fields['phone']) !== '')
    ? undefined
    : `a ${channel} channel`
}
