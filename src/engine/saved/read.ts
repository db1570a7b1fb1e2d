// The text of a saved plan → a plan again; or the sentence that says why it can't be used.
import type { Change } from '../../core/change.ts'
import type { Digest } from '../../core/digest.ts'
import { keyIdOf, macOf } from '../../core/fingerprint.ts'
import type { Origin, Plan, Section } from '../../core/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { IdOf, textOf, valueAt, type ValueMap } from '../../core/value.ts'
import type { Target } from '../engine.ts'
import { decoded, decodedMap } from './encode.ts'
import {
  formatVersion,
  savedPlanSchema,
  type SavedChangeFile,
  type SavedFile,
  type SavedSection,
} from './schema.ts'
import type { SealKey } from './save.ts'

export interface SavedPlan {
  /** As printed. */
  readonly file: string
  readonly about: Origin
  readonly plan: Plan
  /** By the change's id. */
  readonly digests: ReadonlyMap<string, Digest>
  readonly seals: SavedFile['seals']
  /** What the seals are over. */
  readonly sealed: string
}

export function readSavedPlan(text: string, file: string): SavedPlan | Problem {
  const content = parsed(text)
  if (content === undefined)
    return refusal('corrupt-plan', `${file} is not a saved plan: it is not JSON, or was cut off`)
  const version = content['formatVersion']
  if (typeof version === 'number' && version > formatVersion)
    return refusal(
      'newer-plan',
      `${file} was written by a newer belfry (format ${version}; this one reads ${formatVersion})`,
      'Apply it with the version that made it.',
    )
  const checked = savedPlanSchema.safeParse(content)
  if (!checked.success) return corrupt(file, checked.error.issues[0]?.path.join('.') ?? '')
  const { sections, requests, seals, belfry, madeAt, commit, secrets } = checked.data
  const { seals: _seals, ...rest } = content
  try {
    const all = sections.flatMap(({ changes }) => changes)
    return {
      file,
      about: { belfry, madeAt, ...(commit !== undefined && { commit }), secrets },
      plan: {
        sections: sections.map(sectionFrom),
        problems: [],
        requests,
        ...(secrets === 'named' && { secrets }),
      },
      digests: new Map(all.map(({ id, declared }) => [id, declared])),
      seals,
      sealed: JSON.stringify(rest),
    }
  } catch {
    return corrupt(file, 'sections')
  }
}

/** Why a plan can't be used in this project, with these keys; found without the service. */
export function foreignness(
  { file, seals, sealed }: SavedPlan,
  targets: readonly Target[],
  keys: ReadonlyMap<string, SealKey>,
): Problem[] {
  return Object.entries(seals).flatMap(([alias, seal]): Problem[] => {
    const target = targets.find((each) => each.alias === alias)
    if (target === undefined)
      return [
        refusal('foreign-plan', `${file} is the plan of another project: this one has no target ${alias}`),
      ]
    if (target.url !== seal.url)
      return [
        refusal('foreign-plan', `${file} was made for ${seal.url}, and target ${alias} is at ${target.url}`),
      ]
    const own = keys.get(alias)
    if (own === undefined) return [missingKey(target)]
    const again = 'Make the plan again.'
    if (own.from !== seal.keyFrom)
      return [
        refusal(
          'other-key',
          `${file} was made ${seal.keyFrom === 'apiKey' ? 'without BELFRY_FINGERPRINT_KEY, which is set now' : 'with BELFRY_FINGERPRINT_KEY, which is not set now'}, so its fingerprints can't be compared`,
          again,
        ),
      ]
    if (keyIdOf(own.key) !== seal.keyId) {
      const what = own.from === 'apiKey' ? `the API key of target ${alias}` : own.from
      return [
        refusal(
          'other-key',
          `${what} is not the one that ${file} was made with: the key changed, and its fingerprints can't be compared`,
          again,
        ),
      ]
    }
    return macOf(own.key, sealed) === seal.mac
      ? []
      : [
          refusal(
            'edited-plan',
            `${file} was changed after it was made: its seal for target ${alias} doesn't fit`,
            again,
          ),
        ]
  })
}

function missingKey({ alias, apiKeyFrom }: Target): Problem {
  return {
    rule: 'missing-key',
    severity: 'error',
    target: alias,
    message: `the plan is for target ${alias}, and there is no API key${apiKeyFrom === undefined ? '' : `: ${apiKeyFrom} is not set or empty`}`,
  }
}

function refusal(rule: string, message: string, hint?: string): Problem {
  return { rule, severity: 'error', exit: 4, message, ...(hint !== undefined && { hint }) }
}

function corrupt(file: string, path: string): Problem {
  const where = path === '' ? '' : `: ${path} is not as belfry writes it`
  return refusal('corrupt-plan', `${file} is not a saved plan${where}`)
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

function sectionFrom({
  changes,
  unreadable,
  target,
  environment,
  waitsFor,
  ...section
}: SavedSection): Section {
  return {
    ...section,
    ...(target !== undefined && { target }),
    ...(environment !== undefined && { environment }),
    ...(waitsFor !== undefined && { waitsFor }),
    duplicates: section.duplicates.map(({ position, ...note }) => ({
      ...note,
      ...(position && { position }),
    })),
    unreadable: unreadable.map(({ wanted, ...note }) => ({
      ...note,
      wanted: wanted.map(({ path, after }) => ({ path, after: decoded(after) })),
    })),
    changes: changes.map(changeFrom),
    ids: {},
  }
}

function changeFrom(saved: SavedChangeFile): Change {
  const { target, part, summary, operation, parameters, details, declared: _declared, ...rest } = saved
  const after = decodedMap(rest.after)
  const { fields, ...change } = rest
  return {
    ...change,
    ...(target !== undefined && { target }),
    ...(part !== undefined && { part }),
    ...(summary !== undefined && { summary }),
    call: {
      operation,
      parameters: Object.fromEntries(
        Object.entries(decodedMap(parameters)).map(([name, value]) => [
          name,
          value instanceof IdOf ? value : textOf(value),
        ]),
      ),
    },
    before: rest.before && decodedMap(rest.before),
    after,
    differences: differencesFrom(fields, after, details),
  }
}

/** What people read of a change hangs on its first field. */
function differencesFrom(
  fields: SavedChangeFile['fields'],
  after: ValueMap,
  details: SavedChangeFile['details'],
): Change['differences'] {
  const shown = details.map(({ sign, path, before, after: is }) => ({
    sign,
    path,
    ...(before !== undefined && { before: decoded(before) }),
    ...(is !== undefined && { after: decoded(is) }),
  }))
  return fields.map((path, index) => ({
    path,
    answer: 'different',
    before: undefined,
    after: valueAt(after, path) ?? null,
    display: index === 0 ? shown : [],
  }))
}
