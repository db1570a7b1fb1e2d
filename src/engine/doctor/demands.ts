// What the project asks of a service that this one can't do, or can't show: from a plan, and from what is declared.
import { commandLine } from '../../core/shell.ts'
import { channelHint, channelSentence, channelStates, channelsWithPrimary } from '../../core/plan/channels.ts'
import { note, type Finding } from '../../core/plan/finding.ts'
import { given, present } from '../../core/given.ts'
import { notesOf, noteText, type Noted } from '../../core/plan/notes.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { unreadableAdvice } from '../../core/plan/unreadable.ts'
import type { Problem } from '../../core/problem.ts'
import { isList, textOf, valueAt, type Value } from '../../core/value.ts'
import { counted } from '../../core/words.ts'
import type { Resources } from '../../kinds/resources.ts'

/** Of a target, or of the organisation's part of a plan. */
function ofSection(section: Section): readonly Finding[] {
  const unreadable = notesOf(section, 'unreadable')
  const missing = notesOf(section, 'missing')
  const created = section.changes.filter(({ kind, action }) => kind === 'subscriber' && action === 'create')
  const fields = unreadable.reduce((total, { paths }) => total + paths.length, 0)
  return present(
    fields > 0 &&
      note(
        'unreadable',
        `belfry can't compare ${counted(fields, 'declared field')} of ${counted(unreadable.length, 'resource')}, so belfry apply doesn't send ${fields === 1 ? 'this field' : 'these fields'}: ${listed(unreadable.map((each) => noteText(each)))}`,
        `To send all fields of a resource once, run ${commandLine('apply --resend KIND/NAME')}. ${unreadableAdvice()}`,
      ),
    missing.length > 0 &&
      note(
        'missing',
        `${counted(missing.length, 'declared subscriber')} ${missing.length === 1 ? 'is' : 'are'} not in the service: ${names(missing)}`,
        'Create missing subscribers in your application. To let belfry create missing subscribers, set "subscribers.create" to "api" in belfry.yaml. belfry apply skips missing subscribers and applies all other changes.',
      ),
    created.length > 0 &&
      note(
        'subscribers',
        `${counted(created.length, 'declared subscriber')} ${created.length === 1 ? 'is' : 'are'} not in the service: ${names(created)}. Only a write would show whether this service can create subscribers`,
        'belfry apply tries to create the first subscriber. If this service can\'t create subscribers, set "subscribers.create" to "never" in belfry.yaml.',
      ),
    ...notesOf(section, 'ownKey')
      .filter(({ target }) => target !== undefined)
      // Without a target a problem of the plan says it.
      .map((waiting) =>
        note(
          'own key',
          noteText(waiting),
          `The service accepts these fields only with the environment's own API key. Set ${waiting.apiKeyFrom?.replace(/^env:/, '') ?? `apiKey of target ${waiting.target}`} to the API key of environment ${waiting.name}, then run ${commandLine('apply')}.`,
        ),
      ),
  )
}

/** Of the channels that aren't up, as they are now. */
export function ofChannels(
  section: Pick<Section, 'delivery'> & Partial<Noted>,
  target: string,
): readonly Finding[] {
  return channelStates(section)
    .filter(({ state }) => state !== 'up')
    .map((each) => note('delivery', channelSentence(each, target), channelHint(each, target)))
}

/** What stops a plan would stop an apply; of the vendor it has been said already. */
function ofProblems(problems: readonly Problem[]): readonly Finding[] {
  return problems
    .filter(({ rule }) => rule !== 'other-vendor')
    .map(({ rule, severity, message, hint, position }) => {
      const place = position === undefined ? '' : `${position.file}:${position.line}: `
      return {
        check: rule === 'missing-key' ? 'key' : 'plan',
        status: severity === 'error' ? 'problem' : 'note',
        message: `${place}${message}`,
        ...given({ hint }),
      }
    })
}

/** What no plan shows, because it depends on how the service takes it. */
export function ofDeclared(declared: Resources): readonly Finding[] {
  const all = Array.from(declared.notPlain(), ({ desired }) => desired)
  const exact = all.filter(({ declared: item }) =>
    listAt(item, 'channels').some((channel) => listAt(channel, 'exact').includes('deviceTokens')),
  )
  const primary = all.filter(
    ({ kind, declared: item }) =>
      kind === 'integration' && item['primary'] === true && !channelsWithPrimary.has(textOf(item['channel'])),
  )
  return present(
    exact.length > 0 &&
      note(
        'device tokens',
        `the manifests declare exact: [deviceTokens] for ${names(exact)}; only a write would show whether this service removes undeclared device tokens`,
        'After the write, belfry apply reads the device tokens again, and reports the undeclared device tokens that the service still has.',
      ),
    primary.length > 0 &&
      note(
        'primary',
        `the manifests declare primary: true for ${names(primary)}, but deployed services have primary integrations only for email and sms`,
        'Remove primary: true from integrations of other channels.',
      ),
  )
}

/** The sections and problems of one target; undefined for those that belong to no target. */
export function partOf(plan: Plan, target: string | undefined): readonly Finding[] {
  return [
    ...plan.sections.filter((section) => section.target === target).flatMap(ofSection),
    ...ofProblems(plan.problems.filter((each) => each.target === target)),
  ]
}

function names(resources: readonly { readonly name: string }[]): string {
  return listed(resources.map(({ name }) => name))
}

/** A few, and how many more. */
function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, 5)
  const more = texts.length - shown.length
  return `${shown.join(', ')}${more === 0 ? '' : `, and ${more} more`}`
}

function listAt(value: Value, key: string): readonly Value[] {
  const found = valueAt(value, [key])
  return isList(found) ? found : []
}
