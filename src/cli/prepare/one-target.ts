// What commands start with that work on one environment: its address, its key and a client, and no manifests.
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import type { Secret } from '../../core/secrecy/secret.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import type { Project, Target } from '../../project/project.ts'
import { withoutPersonalRecord } from '../../report/persons/delivery.ts'
import { withoutSecrets } from '../../core/secrecy/activity-secrets.ts'
import { createClient } from '../../service/client.ts'
import { connectionProblems, openConnection, type Connection } from './connection.ts'
import { prepareProject } from './prepare.ts'
import { type NotReady } from './ready.ts'
import type { TargetFlags } from '../flags/activity.ts'
import type { Io } from '../terminal/io.ts'
import { personsIn } from '../privacy.ts'
import { createProgress } from '../terminal/progress.ts'
import { sandboxKeys } from './sandbox-keys.ts'
import type { Connected } from '../../delivery/trigger.ts'
import { spokenItem } from '../../delivery/vendor.ts'

export interface OpenTarget extends Connected {
  readonly project: Project
  readonly target: Target
  /** What the service answered, fit to be shown: without its secrets, and without the key. */
  readonly shown: (item: object) => ValueMap
  /** The same with what is about persons as it is: to be compared, and not to be shown where they are masked. */
  readonly open: (item: object) => ValueMap
  readonly persons: 'shown' | 'masked'
  /** What the project file says of it. */
  readonly privacy: 'mask' | 'show'
  /** Ends all requests, once it aborts. */
  readonly signal?: AbortSignal
  readonly sleep: Io['sleep']
  /** From 0 to 1. */
  readonly random: () => number
  /** Warnings. */
  readonly problems: readonly Problem[]
  /** Takes the line of progress away before something else is printed. */
  readonly clear: () => void
  /** Lets go of its connections. */
  readonly close: () => Promise<void>
}

/** Exactly one target, with a key. Sends nothing. */
export async function openTarget(
  flags: Omit<TargetFlags, 'format'>,
  io: Io,
  signal?: AbortSignal,
): Promise<OpenTarget | NotReady> {
  const found = await prepareProject(flags, io, 'live')
  if (!('project' in found)) return found
  const problems = [...found.problems, ...connectionProblems(flags, io.env)]
  const target = oneTarget(found.project, problems)
  const { privacy } = found.project
  if (target === undefined) return { privacy, problems }
  const [keyed = target] = sandboxKeys({ ...found.project, targets: [target] }, problems).targets
  const { apiKey } = keyed
  if (apiKey === undefined) problems.push(missingKey(keyed))
  if (apiKey === undefined || hasErrors(problems)) return { privacy, problems }
  const progress = createProgress(io)
  const connection = openConnection(flags, io, progress.wait, signal)
  const connected = connectedTo({ target: keyed, apiKey }, connection, io, signal)
  const { open } = connected
  const persons = personsIn(flags, privacy)
  const shown = (item: object): ValueMap =>
    persons === 'masked' ? (withoutPersonalRecord(open(item)) as ValueMap) : open(item)
  return {
    ...connected,
    project: found.project,
    shown,
    persons,
    privacy,
    sleep: io.sleep,
    random: connection.patience.random,
    problems,
    clear: progress.clear,
    close: connection.close,
    ...given({ signal }),
  }
}

/** A target on a connection that others may share. `open` is as in `OpenTarget`. */
export function connectedTo(
  { target, apiKey }: { readonly target: Target; readonly apiKey: Secret },
  { transport, patience: { random } }: Connection,
  { filter }: Pick<Io, 'filter'>,
  signal: AbortSignal | undefined,
) {
  const client = createClient({
    transport,
    origin: target.url,
    apiKey,
    random,
    filter,
    ...given({ signal }),
  })
  const open = (item: object): ValueMap =>
    spokenItem(withoutSecrets(item as Value, filter.take) as ValueMap, target.vendor)
  return { target, apiKey, client, filter, open }
}

export function isOpen(opened: OpenTarget | NotReady): opened is OpenTarget {
  return 'client' in opened
}

/** The one that is selected; undefined after a problem. */
export function oneTarget({ targets }: Project, problems: Problem[]): Target | undefined {
  if (targets.length === 1) return targets[0]
  problems.push({
    rule: 'one-target',
    severity: 'error',
    message: `this command works on one target, and ${targets.length} are selected`,
    hint: `Choose one with -t: ${targets.map(({ alias }) => alias).join(', ')}.`,
  })
  return undefined
}

export function missingKey({ alias, apiKeyFrom }: Target): Problem {
  return {
    rule: 'missing-key',
    severity: 'error',
    target: alias,
    message: `target ${alias} has no API key: ${apiKeyFrom} is not set or empty`,
    hint: 'Set it to the key of its environment; the dashboard of the service shows it.',
  }
}
