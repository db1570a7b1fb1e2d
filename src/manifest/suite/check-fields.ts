// A map of a suite → its fields, checked; problems are reported at their place.
import type { z } from 'zod'
import type { ValueMap } from '../../core/value.ts'
import { findingsOf, type Finding, type Subject } from '../issues.ts'
import type { MapNode } from '../text/node.ts'
import { fieldText, placeFor, type Report } from '../frames/reporter.ts'
import { checkedWith } from '../shape.ts'
import type { Resolver } from '../references/resolve.ts'
import { convert } from '../convert.ts'
import type { FieldRows } from '../../kinds/field-row.ts'

export interface CheckContext {
  readonly resolver: Resolver
  readonly report: Report
  readonly target: string
}

export interface Shape {
  /** What it is called in a message: `case`, `suite`. */
  readonly noun: string
  readonly schema: () => z.ZodObject
  readonly fields: FieldRows
}

/** Fields whose content belongs to the workflow: values in them may be empty. */
const free = new Set(['payload', 'overrides', 'data'])

/** The fields of a map, with references resolved. Undefined after a problem. */
export function checked(
  root: MapNode,
  { noun, schema: schemaOf, fields }: Shape,
  { resolver, report, target }: CheckContext,
): ValueMap | undefined {
  const schema = schemaOf()
  let errors = 0
  const { value, empty, missing, hasReferences } = convert(root, { fields }, resolver)
  for (const { found } of missing) if (typeof found === 'object') report(found)
  const subject: Subject = { noun, schema, value, root, isSecret: () => false, isPersonal: isPersonalInSuite }
  const reported = new Set<string>()
  const add = (finding: Finding): void => {
    errors += 1
    const key = finding.path.join('\0')
    if (reported.has(key) && finding.rule !== 'unknown-field') return
    reported.add(key)
    report({
      ...finding,
      place: placeFor(finding.rule, root, finding.path),
      ...(hasReferences && { target }),
    })
  }
  for (const path of empty)
    if (!path.some((step) => free.has(String(step))))
      add({ rule: 'empty-value', path, message: `${fieldText(path)} is empty` })
  const parsed = checkedWith(schema, value)
  if (!parsed.success) findingsOf(parsed.error.issues, subject).forEach(add)
  return parsed.success && errors === 0 ? (parsed.data as ValueMap) : undefined
}

/** All but IDs and the fields that no trigger sends. */
export function isPersonalInSuite(path: readonly string[]): boolean {
  const [field = '', ofRecipient = 'subscriberId'] = path.slice(path[0] === 'cases' ? 1 : 0)
  if (field === 'to') return !['subscriberId', 'topic', 'exclude', 'locale', 'timezone'].includes(ofRecipient)
  return !impersonal.has(field)
}

const impersonal = new Set(
  'suite primary targets name workflow transactionId expect timeout retries tags createRecipients only skip'.split(
    ' ',
  ),
)
