// What commands start with that work on one environment: its address, its key and a client, and no manifests.
import { append } from '../../core/append.ts'
import { given } from '../../core/given.ts'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { missingKeyHint, missingKeyText } from '../../engine/key-place.ts'
import type { Secret } from '../../core/secrecy/secret.ts'
import type { Value, ValueMap } from '../../core/value.ts'
import type { Project, Target } from '../../project/project.ts'
import { withoutSecrets } from '../../core/secrecy/activity-secrets.ts'
import { createClient } from '../../service/client.ts'
import { connectionProblems, openConnection, type Connection } from './connection.ts'
import { prepareProject } from './prepare.ts'
import type { TargetFlags } from '../flags/activity.ts'
import type { PlanFlags } from '../flags/plan.ts'
import type { Io } from '../terminal/io.ts'
import type { Teller } from '../tell.ts'
import { createProgress } from '../terminal/progress.ts'
import { sandboxKeys } from './sandbox-keys.ts'
import type { Connected } from '../../delivery/target.ts'
import { spokenItem } from '../../delivery/vendor.ts'
import type { ReadProgress } from '../../kinds/kind.ts'

export interface OpenTarget extends Connected {
  readonly project: Project
  readonly target: Target
  /** What the service answered, without its secrets and without the key. What is about persons is masked when it is shown. */
  readonly open: (item: object) => ValueMap
  /** Ends all requests, once it aborts. */
  readonly signal?: AbortSignal
  readonly sleep: Io['sleep']
  /** From 0 to 1. */
  readonly random: () => number
  /** Removes the line of progress before something else is printed; it comes back. */
  readonly erase: () => void
  /** The same at the end of what was shown. */
  readonly clear: () => void
  /** Shows what the command does from now on. */
  readonly doing: (text: string) => void
  /** Shows how far a list is read. */
  readonly onRead: (progress: ReadProgress) => void
}

/** What else is wrong with a target that can be asked. */
export type Check = (project: Project, target: Target) => readonly Problem[]

/** What a command finds wrong itself. */
interface Own {
  readonly problems: readonly Problem[]
  readonly check?: Check
  /** Ends all requests, once it aborts. */
  readonly signal?: AbortSignal | undefined
}

/** Runs a command on exactly one target, with a key; it is refused with all that is wrong. `problems` are warnings. */
export async function onTarget(
  flags: Omit<TargetFlags, 'format'> & Pick<PlanFlags, 'secrets'>,
  { problems: own, check, signal }: Own,
  io: Io,
  teller: Pick<Teller, 'follow' | 'refuse'>,
  run: (opened: OpenTarget, problems: readonly Problem[]) => Promise<number>,
): Promise<number> {
  const found = await prepareProject(flags, io, 'live')
  const problems = [...own, ...found.problems]
  if (!('project' in found)) return teller.refuse({ ...found, problems })
  const { project } = found
  teller.follow(project)
  append(problems, connectionProblems(flags, io.env))
  const selected = oneTarget(project, problems)
  if (selected === undefined) return teller.refuse({ problems })
  const [target = selected] = sandboxKeys({ ...project, targets: [selected] }, problems).targets
  const { apiKey } = target
  if (apiKey === undefined) problems.push(missingKey(target))
  // Only a target that can be used has its recipients checked.
  else if (!hasErrors(problems.slice(own.length))) append(problems, check?.(project, target) ?? [])
  if (apiKey === undefined || hasErrors(problems)) return teller.refuse({ problems })
  const progress = createProgress(io)
  const connection = openConnection(flags, io, progress, signal)
  const opened: OpenTarget = {
    ...connectedTo({ target, apiKey }, connection, io, signal),
    project,
    sleep: io.sleep,
    random: connection.patience.random,
    erase: progress.erase,
    clear: progress.clear,
    doing: progress.doing,
    onRead: ({ what, ...done }) => progress.read(what, done),
    ...given({ signal }),
  }
  try {
    return await run(opened, problems)
  } finally {
    await connection.close()
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

/** The one that is selected; undefined after a problem. */
export function oneTarget({ targets }: Project, problems: Problem[]): Target | undefined {
  if (targets.length === 1) return targets[0]
  problems.push({
    rule: 'one-target',
    severity: 'error',
    message: `this command needs exactly one target, and ${targets.length} are selected`,
    hint: `Choose a target with -t: ${targets.map(({ alias }) => alias).join(', ')}.`,
  })
  return undefined
}

export function missingKey(target: Target): Problem {
  const { alias, apiKeyFrom } = target
  return {
    rule: 'missing-key',
    severity: 'error',
    target: alias,
    message:
      apiKeyFrom === undefined
        ? missingKeyText(target)
        : `target ${alias} has no API key: ${apiKeyFrom} is not set or empty`,
    hint: missingKeyHint(target),
  }
}
