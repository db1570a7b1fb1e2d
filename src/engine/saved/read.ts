// The text of a saved plan → a plan again; or the sentence that says why it can't be used.
import { jsonIn } from '../../core/json.ts'
import { refusal, type RefusalRule } from '../../core/refusals.ts'
import { given } from '../../core/given.ts'
import { isTooDeep } from '../../core/depth.ts'
import type { Digest } from '../../core/secrets/digest.ts'
import type { Origin, Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { sectionFrom } from './restore.ts'
import { formatVersion, savedPlanSchema } from './schema.ts'

export interface SavedPlan {
  /** As printed. */
  readonly file: string
  readonly about: Origin
  readonly plan: Plan
  /** By the change's id. */
  readonly digests: ReadonlyMap<string, Digest>
  readonly seals: Readonly<Record<string, SavedSeal>>
  /** What the seals are over. */
  readonly sealed: string
}

/** What it says of the key that its fingerprints and its seal are made with, for one target. */
export interface SavedSeal {
  /** The service's origin. */
  readonly url: string
  readonly environmentId: string
  /** What the key is made from. */
  readonly keyFrom: 'BELFRY_FINGERPRINT_KEY' | 'apiKey'
  readonly keyId: string
  /** HMAC-SHA256 of everything outside `seals`. */
  readonly mac: string
}

export function readSavedPlan(text: string, file: string): SavedPlan | Problem {
  const content = parsed(text)
  if (content === undefined) return corrupt(file, 'the file is not JSON, or is truncated')
  const version = content['formatVersion']
  if (typeof version === 'number' && version > formatVersion)
    return refusedPlan(
      'newer-plan',
      `a newer version of belfry wrote ${file} (format ${version}); this version reads at most format ${formatVersion}`,
      'Apply the plan with the version of belfry that made the plan.',
    )
  const checked = savedPlanSchema.safeParse(content)
  if (!checked.success) return corrupt(file, misfit(checked.error.issues[0]?.path.join('.') ?? ''))
  const { sections, requests, seals, formatVersion: _version, ...about } = checked.data
  const { seals: _seals, ...rest } = content
  try {
    const all = sections.flatMap(({ changes }) => changes)
    return {
      file,
      about,
      plan: {
        sections: sections.map(sectionFrom),
        problems: [],
        requests,
        ...(about.secrets === 'named' && { secrets: about.secrets }),
      },
      digests: new Map(all.map(({ id, declared }) => [id, declared])),
      seals,
      sealed: JSON.stringify(rest),
    }
  } catch {
    return corrupt(file, misfit('sections'))
  }
}

export function refusedPlan(rule: RefusalRule, message: string, hint?: string): Problem {
  return refusal({ rule, severity: 'error', message, ...given({ hint }) })
}

function corrupt(file: string, why: string): Problem {
  return refusedPlan(
    'corrupt-plan',
    `${file} is not a saved plan: ${why}`,
    'Save a plan with belfry plan --out FILE. The output of --format json is not a saved plan.',
  )
}

function misfit(path: string): string {
  return path === '' ? 'the content of the file is invalid' : `the field "${path}" is invalid`
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isTooDeep(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
