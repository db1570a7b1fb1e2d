// What services refuse of a plan: from what was read, with certainty; what reads don't show is listed as not checked.
import type { Change } from '../../core/plan/change.ts'
import { note, problem, type Deployment, type Finding } from '../../core/plan/finding.ts'
import { present } from '../../core/given.ts'
import { isList, textOf, valueAt } from '../../core/value.ts'
import { contractVendor, spoken } from '../../core/vendor.ts'
import type { Environment, ListedIntegration } from '../../wire/generated.ts'

/** What was read with the API key of one target. */
export interface Seen {
  readonly environment: { readonly id: string; readonly name: string }
  readonly environments: readonly Environment[]
  /** Undefined if they can't be listed. */
  readonly integrations: readonly ListedIntegration[] | undefined
  readonly deployment: Deployment
}

/** `seenOf` has what was read with the key that sends a change. */
export function refusalsOf(
  changes: readonly Change[],
  seenOf: (change: Change) => Seen | undefined,
): readonly Finding[] {
  const creates = changes.filter(({ kind, action }) => kind === 'environment' && action === 'create')
  return changes.flatMap((change): readonly Finding[] => {
    const seen = seenOf(change)
    if (seen === undefined) return []
    if (change.kind === 'environment')
      return ofEnvironment(change, seen, { creates, renamed: identified(changes, change) })
    if (change.kind === 'integration') return present(ofIntegration(change, seen))
    return present(ofTokens(change, seen), ofChannel(change, seen, changes))
  })
}

/** Environments that get another identifier before the change is sent. */
function identified(changes: readonly Change[], change: Change): ReadonlySet<string> {
  const earlier = changes.slice(0, changes.indexOf(change))
  return new Set(
    earlier.flatMap(({ kind, name, after }) => (kind === 'environment' && 'identifier' in after ? name : [])),
  )
}

/** Deployed services have rules that the contract doesn't state; only they put replies into an envelope. */
function isDeployed({ deployment }: Seen): boolean {
  return deployment.replies === 'wrapped'
}

const builtInNames = new Set(['development', 'production'])
/** On deployed services, unless an organisation has another limit. */
const mostEnvironments = 10
const mostTokens = 100

function ofEnvironment(
  change: Change,
  seen: Seen,
  { creates, renamed }: { readonly creates: readonly Change[]; readonly renamed: ReadonlySet<string> },
): readonly Finding[] {
  const { name, action, before } = change
  const { environments } = seen
  const what = `environment ${name}`
  const sent = new Set(Object.keys(change.after))
  const identifier = textOf(change.after['identifier'])
  const owner = environments.find(
    (each) => each.identifier === identifier && each.name !== name && !renamed.has(each.name),
  )
  const names = action === 'create' ? [name] : sent.has('name') ? [name, textOf(before?.['name'])] : []
  const builtIn = names.find((each) => builtInNames.has(each.toLowerCase()))
  const rank = environments.length + creates.indexOf(change) + 1
  return present(
    builtIn !== undefined &&
      isDeployed(seen) &&
      refused(
        `${what}: the service rejects this change, because ${builtIn} is the name of a built-in environment`,
        `Declare the built-in environment under the name ${builtIn}, or choose a different name.`,
      ),
    sent.has('identifier') &&
      owner !== undefined &&
      refused(
        `${what}: environment ${owner.name} already uses the identifier ${identifier}`,
        'Choose a different identifier.',
      ),
    sent.has('identifier') &&
      owner === undefined &&
      isDeployed(seen) &&
      unchecked(
        `${what}: belfry can't check whether a different organisation already uses the identifier ${identifier}`,
      ),
    action === 'create' &&
      isDeployed(seen) &&
      unchecked(
        rank > mostEnvironments
          ? `${what}: the organisation would have ${rank} environments, and most services allow at most ${mostEnvironments}`
          : `${what}: belfry can't check whether the organisation's subscription allows one more environment`,
      ),
    action !== 'create' &&
      seen.environment.name !== name &&
      unchecked(
        `${what}: belfry would send this update with the API key of environment ${seen.environment.name}, and can't check whether the service accepts this API key`,
      ),
  )
}

function ofIntegration(change: Change, seen: Seen): Finding | undefined {
  const { name, action, call, after, before } = change
  const { integrations, environment } = seen
  if (integrations === undefined || !isDeployed(seen)) return undefined
  const what = `integration ${name}`
  const providerId = action === 'create' ? spoken(textOf(call.body?.['providerId']), contractVendor) : ''
  if (providerId === `${contractVendor}-email` || providerId === `${contractVendor}-sms`) {
    const other = integrations.find(
      (each) =>
        each._environmentId === environment.id &&
        spoken(textOf(each.providerId), contractVendor) === providerId,
    )
    return other === undefined
      ? unchecked(`${what}: belfry can't check whether this service has a built-in provider for this channel`)
      : refused(
          `${what}: the environment already has integration ${other.identifier} with the service's own provider, and the service allows only one such integration`,
          `Declare integration ${other.identifier} instead of ${name}.`,
        )
  }
  const isRenamed =
    action === 'update' && Object.hasOwn(after, 'identifier') && before?.['identifier'] !== name
  if (!isRenamed) return undefined
  const elsewhere = integrations.some(
    (each) => each.identifier === name && each._environmentId !== environment.id,
  )
  if (elsewhere)
    return refused(
      `${what}: an integration of a different environment already uses this identifier, so the service rejects the rename`,
      'Choose an identifier that no environment uses, or rename the integration in the dashboard.',
    )
  return seen.deployment.integrations === 'organisation'
    ? undefined
    : unchecked(
        `${what}: belfry can't check whether an integration of a different environment already uses this identifier`,
      )
}

function ofTokens({ name, part = '', call }: Change, seen: Seen): Finding | undefined {
  const tokens = valueAt(call.body ?? null, ['credentials', 'deviceTokens'])
  const count = isList(tokens) ? tokens.length : 0
  return count > mostTokens && isDeployed(seen)
    ? refused(
        `subscriber ${name} ${part}: the request contains ${count} device tokens, but the service accepts at most ${mostTokens}`,
        'Declare fewer device tokens. To remove undeclared device tokens from the service, add exact: [deviceTokens] to the channel.',
      )
    : undefined
}

/** Changes of integrations come before those of subscribers' channels. */
function ofChannel(
  { name, part = '', call }: Change,
  seen: Seen,
  changes: readonly Change[],
): Finding | undefined {
  const { integrations, environment } = seen
  const identifier = call.body?.['integrationIdentifier']
  if (typeof identifier !== 'string' || integrations === undefined || !isDeployed(seen)) return undefined
  const own = changes.filter((change) => change.kind === 'integration' && change.name === identifier)
  const known = new Set([identifier, ...own.map(({ before }) => textOf(before?.['identifier']))])
  const live = integrations.some(
    (each) => each.active && known.has(each.identifier ?? '') && each._environmentId === environment.id,
  )
  const isActive = own.reduce(activeAfter, live)
  return isActive
    ? undefined
    : refused(
        `subscriber ${name} ${part}: the service rejects these credentials, because integration ${identifier} is not active`,
        `Declare integration ${identifier} with active: true, or remove the channel from the subscriber.`,
      )
}

/** A promotion activates on some services: what isn't certain counts as active. */
function activeAfter(isActive: boolean, { action, after, preparation }: Change): boolean {
  if (action === 'set-primary' || preparation?.after['active'] === true) return true
  return Object.hasOwn(after, 'active') ? after['active'] === true : isActive
}

function refused(message: string, hint: string): Finding {
  return problem('refused', message, hint)
}

function unchecked(message: string): Finding {
  return note(
    'not checked',
    message,
    'Only a write would show the answer. If the service rejects the change, belfry apply reports the reason.',
  )
}
