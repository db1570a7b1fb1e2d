// The text of a saved plan → a plan again; or the sentence that says why it can't be used.
import { commandLine } from '../../core/shell.ts'
import { refusal, type RefusalRule } from '../../core/refusals.ts'
import { given } from '../../core/given.ts'
import type { FingerprintKey } from '../../core/secrets/fingerprint.ts'
import type { Origin, Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { contentIn } from './content.ts'
import { decodedSides, sectionFrom } from './restore.ts'
import { formatVersion, savedPlanSchema, type SavedSeal } from './schema.ts'

export interface SavedPlan {
  /** As printed. */
  readonly file: string
  readonly about: Origin
  readonly plan: Plan
  /** JSON of each `Digest`, by the change's id. */
  readonly digests: ReadonlyMap<string, string>
  readonly seals: Readonly<Record<string, SavedSeal>>
  /** The signature that its content has with a key. */
  readonly macWith: (key: FingerprintKey) => string
}

/** `pieces` are those of the file's text, in order; what they throw is thrown. */
export function readSavedPlan(pieces: Iterable<string>, file: string): SavedPlan | Problem {
  const content = contentIn(pieces)
  if (content === undefined) return corrupt(file, 'the file is not JSON, or is truncated')
  const { head, sections, misfit: wrong, signed } = content
  const version = head['formatVersion']
  if (typeof version === 'number' && version > formatVersion)
    return refusedPlan(
      'newer-plan',
      `a newer version of belfry wrote ${file} (format ${version}); this version reads at most format ${formatVersion}`,
      'Apply the plan with the version of belfry that made the plan.',
    )
  const checked = savedPlanSchema.safeParse(head)
  if (!checked.success) return corrupt(file, misfit(checked.error.issues[0]?.path.join('.') ?? ''))
  if (wrong !== undefined) return corrupt(file, misfit(wrong.join('.')))
  const { requests, seals, formatVersion: _version, sections: notes, declaredSince, ...about } = checked.data
  try {
    return {
      file,
      about,
      plan: {
        sections: notes.map((section, index) => sectionFrom(section, sections[index]?.changes ?? [])),
        problems: [],
        requests,
        ...(about.secrets === 'named' && { secrets: about.secrets }),
        ...(declaredSince && {
          declaredSince: {
            base: declaredSince.base,
            changes: declaredSince.changes.map(({ details, ...change }) => ({
              ...change,
              details: details.map(decodedSides),
            })),
          },
        }),
      },
      digests: new Map(sections.flatMap(({ digests }) => digests)),
      seals,
      // A function of this one would keep the sections.
      macWith: signed.macWith,
    }
  } catch {
    return corrupt(file, misfit('sections'))
  }
}

/** The saved plan without its changes. */
export function withoutChanges(saved: SavedPlan): SavedPlan {
  const sections = saved.plan.sections.map((section) => ({ ...section, changes: [] }))
  return { ...saved, plan: { ...saved.plan, sections }, digests: new Map() }
}

export function refusedPlan(rule: RefusalRule, message: string, hint?: string): Problem {
  return refusal({ rule, severity: 'error', message, ...given({ hint }) })
}

function corrupt(file: string, why: string): Problem {
  return refusedPlan(
    'corrupt-plan',
    `${file} is not a saved plan: ${why}`,
    `Save a plan with ${commandLine('plan --out FILE')}. The output of --format json is not a saved plan.`,
  )
}

function misfit(path: string): string {
  return path === '' ? 'the content of the file is invalid' : `the field "${path}" is invalid`
}
