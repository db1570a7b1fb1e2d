// Cases in which integrations have rules, in the service and in manifests, for releases that know them.
import { seededRandom } from '../../../src/sandbox/index.ts'
import type { Case } from '../../support/laws/case.ts'
import { omit, targetOf, textOf, type Fields } from '../../support/laws/texts.ts'

const equals = (tier: string): Fields => ({ '==': [{ var: 'subscriber.data.tier' }, tier] })

export const someRules: readonly Fields[] = [
  equals('gold'),
  { and: [equals('gold'), { '!!': { var: 'subscriber.email' } }] },
  { or: [equals('silver'), { '!': { in: [{ var: 'subscriber.locale' }, ['de', 'fr']] } }] },
]

/** About half of those that are primary nowhere get rules: a primary can have none. */
export function withRules(live: Case): Case {
  const random = seededRandom(live.random)
  const pick = (): Fields | undefined => someRules[Math.floor(random() * someRules.length * 2)]
  const { integrations = [] } = live.seed
  const primaries = new Set(
    integrations.flatMap(({ environment, identifier, primary }) =>
      primary === true ? [`${environment} ${identifier}`] : [],
    ),
  )
  return {
    ...live,
    seed: {
      ...live.seed,
      integrations: integrations.map((row) => {
        const rules = pick()
        return rules === undefined || row.primary === true || row.channel === 'in_app'
          ? row
          : { ...row, rules }
      }),
    },
    manifest: {
      ...live.manifest,
      integrations: (live.manifest['integrations'] ?? []).map((item) => {
        const rules = pick()
        const isPrimary =
          item['primary'] === true || primaries.has(`${targetOf(item)} ${textOf(item['identifier'] ?? '')}`)
        return rules === undefined || isPrimary || item['channel'] === 'in_app'
          ? item
          : { ...omit(item, ['conditions']), rules }
      }),
    },
  }
}

/** What a case has of them. */
export function rulesIn({ seed, manifest }: Case): readonly string[] {
  return [
    ...((seed.integrations ?? []).some(({ rules }) => rules !== undefined) ? ['rules in the service'] : []),
    ...((manifest['integrations'] ?? []).some((item) => item['rules'] !== undefined)
      ? ['declared rules']
      : []),
  ]
}
