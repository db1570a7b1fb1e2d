// Whether a run may write to the service or send a trigger. Four things forbid it: BELFRY_READ_ONLY; a pull request, because its
// author must not decide; a protected target, if no one reviewed the plan; and a secret that the plan sends and that has no value.
import { errorOf, type Problem } from '../../core/problem.ts'
import type { Machine } from '../run.ts'
import { option, commandLine } from '../../core/shell.ts'
import type { ProjectRequest } from '../options/common.ts'
import { sizeLimits, textOfFile } from '../files/read-file.ts'
import { isOnlyNamed } from '../../core/plan/compare-fields.ts'
import type { Plan, Section } from '../../core/plan/plan.ts'
import { Secret } from '../../core/secrets/secret.ts'
import type { Target } from '../../core/target.ts'
import { eachLeaf, type Value } from '../../core/value.ts'
import type { Declared } from '../../kinds/declared-resources.ts'

/** The variable of runs that must only read, such as those of an agent. */
export const readOnly = 'BELFRY_READ_ONLY'
/** Its values with which a run may write. */
export const writable: ReadonlySet<string | undefined> = new Set([undefined, '', '0'])

/** What may be forbidden: for a pull request, why and what to do instead. */
const forPullRequests = {
  apply: ['and belfry applies only merged changes', 'Make a plan here, and apply after the merge. To apply'],
  failover: [
    "so belfry doesn't switch the primary integration",
    'Run this command on the main branch or in a terminal. To switch',
  ],
  trigger: ["so belfry doesn't send a trigger", 'Send triggers after the merge. To send a trigger'],
} as const
type Writing = keyof typeof forPullRequests

/** The problem if the run must not do it. It is known before belfry connects to the service. */
export function mayNotWrite(
  what: Writing,
  request: Pick<ProjectRequest, 'allowPullRequest'>,
  { env }: Pick<Machine, 'env'>,
): Problem | undefined {
  if (writable.has(env[readOnly])) return pullRequestProblem(what, request, env)
  const action = what === 'trigger' ? 'send a trigger' : 'write to the service'
  return errorOf(
    'read-only',
    `${readOnly} is ${env[readOnly]}, so belfry doesn't ${action}`,
    `Ask a person to run this command without ${readOnly}.`,
  )
}

function pullRequestProblem(
  what: Writing,
  { allowPullRequest }: Pick<ProjectRequest, 'allowPullRequest'>,
  env: Machine['env'],
): Problem | undefined {
  const sign = allowPullRequest === true ? undefined : proposalSign(env)
  if (sign === undefined) return undefined
  const [why, instead] = forPullRequests[what]
  return errorOf(
    'pull-request',
    `a pull request can start this run (${sign}), ${why}`,
    `${instead} in a pull request anyway, add ${option('allowPullRequest', true)}.`,
  )
}

/** The sign that an unmerged pull request may have started this run: its author wrote the files that are read. */
export function proposalSign(env: Machine['env']): string | undefined {
  const sign = startedByPullRequest(env)
  return sign !== undefined && isMergedOnly(env) ? undefined : sign
}

/** The sign that a pull request, merged or not, or a comment on it, may have started this run. */
export function startedByPullRequest(env: Machine['env']): string | undefined {
  return namedSign(env) ?? eventSign(env)
}

function namedSign(env: Machine['env']): string | undefined {
  const names = ['CI_MERGE_REQUEST_IID', 'CI_EXTERNAL_PULL_REQUEST_IID']
  const name = names.find((each) => (env[each] ?? '') !== '')
  return name && `${name} is set`
}

function eventSign(env: Machine['env']): string | undefined {
  const event = env['GITHUB_EVENT_NAME'] ?? ''
  if (event.startsWith('pull_request')) return `GITHUB_EVENT_NAME is ${event}`
  if (event !== 'issue_comment' && event !== 'workflow_run') return undefined
  const payload = payloadOf(env['GITHUB_EVENT_PATH'])
  const isOther = payload?.issue != null && payload.issue.pull_request == null
  const isPush = payload?.workflow_run?.event === 'push'
  return isOther || isPush ? undefined : `GITHUB_EVENT_NAME is ${event}`
}

/** Only `pull_request_target` checks out merged files by default; a payload that can't be read proves nothing. */
function isMergedOnly(env: Machine['env']): boolean {
  return (
    namedSign(env) === undefined &&
    env['GITHUB_EVENT_NAME'] === 'pull_request_target' &&
    payloadOf(env['GITHUB_EVENT_PATH'])?.pull_request?.merged === true
  )
}

interface Payload {
  readonly pull_request?: { readonly merged?: unknown }
  readonly issue?: { readonly pull_request?: unknown }
  readonly workflow_run?: { readonly event?: unknown }
}

function payloadOf(path: string | undefined): Payload | undefined {
  try {
    return JSON.parse(textOfFile(path ?? '', { cwd: '' }, sizeLimits.json)) as Payload
  } catch {
    return undefined
  }
}

export interface Permission {
  /** `saved` if exactly a saved plan is applied, `approved` if the plan was compared with an approved one, `program` if a program chose it. */
  readonly review: 'none' | 'saved' | 'approved' | 'program'
  /** Targets that may be changed all the same. */
  readonly allowed: readonly string[]
}

/** One for each protected target that the plan would write to, or may once its environment is there. */
export function protectionProblems(
  plan: Plan,
  targets: readonly Target[],
  { review, allowed }: Permission,
): Problem[] {
  if (review === 'saved' || review === 'approved') return []
  return targets
    .filter((target) => target.protection !== undefined && !allowed.includes(target.alias))
    .filter((target) => plan.sections.some((section) => writesTo(section, target)))
    .map(({ alias, protection }): Problem =>
      errorOf(
        'protected',
        review === 'program'
          ? `target ${alias} is protected, and the program doesn't allow writes to this target`
          : `target ${alias} is protected: belfry apply accepts only a saved or an approved plan`,
        review === 'program'
          ? `Have a person review the plan. To allow the writes, pass ${option('allowProtected', [alias])}.`
          : `Run ${commandLine('plan --out FILE')}, have the plan reviewed, then run ${commandLine('apply FILE')}. To apply once without a saved plan, add ${option('allowProtected', [alias])}.`,
        { target: alias, ...(protection?.position !== undefined && { position: protection.position }) },
      ),
    )
}

/** The environment itself belongs to the organisation, but is protected like its resources. */
function writesTo({ target: alias, changes, waitsFor }: Section, target: Target): boolean {
  const own = target.environment ?? target.alias
  if (alias === undefined) return changes.some(({ name, before }) => [name, before?.['name']].includes(own))
  return alias === target.alias && (changes.length > 0 || waitsFor !== undefined)
}

/** The problems in `unset`, by the origin of the secret, of secrets that the plan sends. */
export function neededSecrets(
  { sections, left }: Plan,
  declared: Declared,
  unset: ReadonlyMap<string, Problem>,
): Problem[] {
  const needed = new Set<string>()
  const note = (value: Value): void =>
    eachLeaf(value, (leaf) => {
      if (leaf instanceof Secret && isOnlyNamed(leaf))
        for (const origin of leaf.origin.split(' + ')) needed.add(origin)
    })
  for (const { changes, target, waitsFor } of sections) {
    for (const { call, preparation } of changes)
      for (const { body = null } of [call, ...(preparation ? [preparation.call] : [])]) note(body)
    // In a new environment everything is created, but an approved plan contains nothing of it.
    if (waitsFor !== undefined && target !== undefined && left === undefined)
      for (const { fields } of declared.forTarget(target)) note(fields)
  }
  return [...unset].flatMap(([origin, problem]) => (needed.has(origin) ? [problem] : []))
}
