// Environments or integrations as the service shows them, with the place of their declaration; these and subscribers as a manifest.
import { commandLine } from '../../core/shell.ts'
import { closedLike } from '../../core/secrets/hide-secrets.ts'
import { quoting } from '../../core/secrets/leak.ts'
import { matchesName } from '../../core/glob.ts'
import { given } from '../../core/given.ts'
import { errorOf, hasErrors, type Problem, warningOf } from '../../core/problem.ts'
import { counted } from '../../core/words.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { mapLeaves, textOf, type ValueMap } from '../../core/value.ts'
import { identify, objection } from '../../engine/plan/identify.ts'
import { environmentsOf, openAccess } from '../../engine/plan/session.ts'
import { isPrimary } from '../../kinds/integration/routing.ts'
import { routingText } from '../../kinds/integration/rule-text.ts'
import type { Kind, Access } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { Resources } from '../../kinds/declared-resources.ts'
import { manifestsOf } from '../prepare/open-project.ts'
import { readOnly } from '../../service/client.ts'
import type { OpenTarget } from './on-target.ts'
import { integration } from '../../kinds/integration/integration.ts'
import { registry } from '../../kinds/registry.ts'
import { subscriber } from '../../kinds/subscriber/subscriber.ts'
import type { Entry } from '../../manifest/write/entry.ts'
import { declare } from '../../manifest/write/files.ts'
import { manifestText } from '../../manifest/write/yaml.ts'
import { variablesOf } from '../files/changed-manifests.ts'
import { listOf, writtenFields } from '../../kinds/from-field-rows.ts'

/** Undefined after a problem. */
export async function accessFor(
  kind: Kind,
  { client, target, apiKey, filter }: OpenTarget,
  problems: Problem[],
): Promise<Access | undefined> {
  const any = openAccess(readOnly(client), '', 1, target.vendor)
  // Every key shows all environments of its organisation.
  if (kind.scope === 'organisation') return any
  const identity = await identify(any, target, apiKey)
  const wrong = identity?.isProven === false ? undefined : objection(target, identity)
  if (wrong === undefined) return { ...any, environmentId: identity?.id ?? '' }
  problems.push(quoting(wrong, filter))
  return undefined
}

/** Not in the words of manifests, such as an environment's next name. Their secrets are known from now on. */
export async function liveOf(kind: Kind, own: Access, { filter }: OpenTarget): Promise<readonly Live[]> {
  const all: Live[] = []
  for await (const { live } of kind.observe(own, Resources.of([]))) if (live !== undefined) all.push(live)
  for (const { fields } of all) filter.addSecrets(fields)
  return all.toSorted(byChannel)
}

/** Whether the name or the identifier matches. */
export function matches(live: Live, glob: string): boolean {
  return namesOf(live).some((name) => matchesName(name, glob))
}

/** As JSON shows them. */
export async function itemsOf(
  kind: Kind,
  found: readonly Live[],
  own: Access,
  opened: OpenTarget,
  problems: Problem[],
) {
  const declared = await declaredOf(kind, opened, problems)
  const desiredOf = new Map<string, Desired>()
  for await (const { live, desired } of kind.observe(own, declared ?? Resources.of([])))
    if (live !== undefined && desired !== undefined) desiredOf.set(live.id, desired)
  const types = new Map((await environmentsOf(own)).map(({ _id, type }) => [_id, textOf(type)]))
  return found.map((live): ValueMap => {
    const desired = desiredOf.get(live.id)
    const fields = shownOf(live.fields, desired?.fields, opened.filter.redact)
    return {
      _id: opened.filter.redact(live.id),
      ...given({ identifier: fields['identifier'] }),
      ...writtenFields(kind, { ...live, fields }),
      // A manifest can't declare several.
      ...(isPrimary(fields) && { primary: true }),
      ...given({
        type: opened.filter.redact(types.get(live.id) ?? '') || undefined,
        when: routingText(fields) || undefined,
        duplicates: live.duplicates,
      }),
      ...(declared !== undefined && { managed: desired === undefined ? null : { ...desired.position } }),
    }
  })
}

async function declaredOf(kind: Kind, { project, target }: OpenTarget, problems: Problem[]) {
  if (project.manifests.length === 0) return undefined
  const loaded = await manifestsOf(project, 'opened')
  const all =
    kind.scope === 'organisation' ? Resources.of(loaded.organisation) : loaded.forTarget(target.alias)
  if (!hasErrors(loaded.problems)) return all.ofKind(kind.name)
  const errors = loaded.problems.filter(({ severity }) => severity === 'error')
  problems.push(
    warningOf(
      'managed-unknown',
      `the manifests have ${counted(errors.length, 'error')}, so belfry doesn't know which manifest declares each ${kind.name}`,
      `To list the errors, run ${commandLine('validate')}.`,
    ),
  )
  return undefined
}

/** A value that is declared as a secret is one in the service too, even if declared conditions became rules. */
function shownOf(live: ValueMap, declared: ValueMap = {}, take: (text: string) => string): ValueMap {
  const routing = [declared['conditions'] ?? null, declared['rules'] ?? null]
  const shown = closedLike({ ...declared, conditions: routing, rules: routing }, live) as ValueMap
  return mapLeaves(shown, (leaf) => (typeof leaf === 'string' ? take(leaf) : leaf)) as ValueMap
}

/** The name in manifests, and the identifier in the service. */
function namesOf({ name, fields }: Live): readonly string[] {
  return [name, textOf(fields['identifier'])]
}

function byChannel(left: Live, right: Live): number {
  return textOf(left.fields['channel']).localeCompare(textOf(right.fields['channel']))
}

/** The problem of a name that matches none of the resources in the service. */
export function notFound(kind: Kind, glob: string, all: readonly Live[]): Problem {
  const { name } = kind
  const list = listOf(kind)
  return errorOf(
    'not-found',
    `no ${name} matches "${glob}"${didYouMean(glob, all.flatMap(namesOf))}`,
    `To list all ${list}, run ${commandLine(`get ${list}`)}.`,
  )
}

/** Resources that can't be declared are left out, each with a warning. */
export async function manifestOf(kind: Kind, live: readonly Live[], own: Access, opened: OpenTarget) {
  const { project, target, filter } = opened
  live.forEach(({ fields }) => filter.addSecrets(fields))
  const variables = variablesOf(project, { filter })
  const declared = (of: Kind, all: readonly Live[], others: readonly Entry[] = []) => {
    const alias = of.scope === 'target' ? target.alias : undefined
    const found = all.map((each) => ({ target: alias, live: each }))
    return declare(of, found, variables, project, registry, others)
  }
  // Channels refer to integrations, which other manifests declare.
  const integrations = kind === subscriber ? await liveOf(integration, own, opened) : []
  const { entries, left } = declared(kind, live, declared(integration, integrations).entries)
  const problems = left.map(({ name, why }): Problem =>
    quoting(
      warningOf('not-declarable', `${kind.name} ${name} is not in the printed manifest: ${why}`, undefined, {
        target: target.alias,
      }),
      filter,
    ),
  )
  return { manifest: entries.length === 0 ? `${listOf(kind)}: []\n` : manifestText(entries), problems }
}
