// Masks personal data in an account before it is formatted.
import type { Finding } from '../../core/plan/finding.ts'
import type { ApplyResult } from '../../core/plan/outcome.ts'
import { given } from '../../core/given.ts'
import { foreignText } from '../../core/secrets/hide-secrets.ts'
import { maskWithin, maskName, maskQuoted, maskText, maskValue } from '../../core/secrets/personal.ts'
import type { Judgement } from '../../core/delivery/delivery.ts'
import type { SmokeAttempt, SmokeRun } from '../../core/delivery/smoke.ts'
import { eachLeaf, mapLeaves, type Value } from '../../core/value.ts'
import {
  isListed,
  type AnyAccount,
  type ApplyAccount,
  type DoctorAccount,
  type GetAccount,
  type JournalAccount,
  type ListAccount,
  type ResultAccount,
  type SmokeAccount,
  type TriggerAccount,
} from '../account.ts'
import { listRows } from '../list-rows.ts'
import type { Results } from '../results.ts'
import type { ChangedField } from '../json/result-shapes.ts'
import { masked, type Mask, masking, type Privacy } from './masking.ts'

/** The fields of accounts that can contain personal data, whatever the command. They are masked. */
type Parts = Pick<AnyAccount, 'problems'> &
  Partial<
    Pick<ApplyAccount, 'plan' | 'results' | 'smoke'> &
      Pick<SmokeAccount, 'run'> &
      Pick<JournalAccount, 'journal'> &
      Pick<DoctorAccount, 'examination'> &
      Pick<ListAccount, 'data'> &
      Pick<GetAccount, 'item'> &
      Pick<TriggerAccount, 'request' | 'answer' | 'waited' | 'explanations' | 'judgements' | 'quotable'>
  > & { readonly result?: NonNullable<(ApplyAccount | ResultAccount)['result']> }

// prettier-ignore
/** The other fields of accounts. They are shown as they are. */
type Unmasked =
  | 'channel' | 'command' | 'cursors' | 'exit' | 'file' | 'files' | 'findings' | 'from' | 'hasMore' | 'health' | 'ignored'
  | 'isElsewhere' | 'lacking' | 'manifest' | 'max' | 'next' | 'origin' | 'page' | 'pageSize' | 'resources'
  | 'searched' | 'sides' | 'state' | 'target' | 'targets' | 'to' | 'transactionId' | 'undo' | 'unread' | 'waits' | 'withoutDryRun' | 'workflow'

type FieldOf<Any> = Any extends unknown ? keyof Any : never

/** `never` if a field of an account is in neither list, so that no new field is shown by mistake. */
type Listed = [Exclude<FieldOf<AnyAccount>, keyof Parts | Unmasked>] extends [never] ? AnyAccount : never

export function withoutPersonalData(account: Listed, privacy: Privacy): AnyAccount {
  const mask = masking(privacy)
  const isPersonal = !isListed(account) || listRows[account.command].records.includes('personal')
  const { quotable = [], ...parts }: Parts = account
  const ofResult: Mask<ApplyResult> = {
    plans: [mask.plan],
    results: [mask.result],
    after: mask.plan,
    problems: [mask.problem],
    unsettled: [mask.problem],
  }
  return masked<Parts>(parts, {
    problems: [mask.problem],
    plan: mask.plan,
    results: [mask.result],
    result: (result) => ('plans' in result ? masked(result, ofResult) : resultWithout(result, mask, privacy)),
    smoke: ofSmokeRun,
    run: ofSmokeRun,
    journal: { runs: [mask.run] },
    examination: { project: [finding], targets: [{ findings: [finding] }] },
    data: isPersonal ? [withoutPersonalFields] : undefined,
    item: withoutPersonalFields,
    request: { body: withoutPersonalFields },
    // The service's messages may contain personal data of the recipients.
    answer: { error: [maskWithin] },
    waited: { deliveries: (all) => withoutPersonalFields(all, quotable) },
    ...triggerMasks(quotable),
  }) as AnyAccount
}

/** Findings quote the service. */
const finding: Mask<Finding> = { message: maskWithin, hint: maskWithin }

/** The fields of results that need their own way of masking. */
type Masked = Partial<
  Results['promote'] & Results['log'] & Pick<Results['export'], 'leftAlone'> & { changes: ChangedField[] }
>

/** The lines of a diff can't be masked one by one. */
function resultWithout<Shown extends object>(
  result: Shown,
  mask: ReturnType<typeof masking>,
  { isPersonal }: Privacy,
): Shown {
  const { diff: _diff, plan, runs, ...others } = result as Masked
  const shown = <Field extends ChangedField & { readonly value?: string }>(field: Field): Field => {
    const { before: _before, after: _after, value: _value, ...rest } = field
    const [kind = ''] = field.resource.split(' ')
    const [first = ''] = field.field.split('.')
    return isPersonal(kind, first) ? (rest as Field) : field
  }
  return {
    ...masked(withoutPersonalFields(others), { changes: [shown], leftAlone: [shown] }),
    ...given({ plan: plan && mask.plan(plan), runs: runs?.map(mask.run) }),
  } as Shown
}

/** Fields by name; every string and number in them is masked, at any depth. */
const personal: ReadonlySet<string> = new Set([
  'firstName', 'lastName', 'email', 'phone', 'avatar', 'data', 'payload', 'overrides', 'content', 'subject', 'title',
  'htmlContent', 'actor',
]) // prettier-ignore

/** What a provider said may contain the recipient's names; `text` is in deliveries what `detail` is in events. */
const foreign: ReadonlySet<string> = new Set([...foreignText, 'text'])

/** Of an event, a message, or deliveries. Deeper values are closed already: see `withoutSecrets`. */
export function withoutPersonalFields<Data extends object>(
  data: Data,
  quotable: readonly string[] = [],
): Data {
  const names = [...quotable]
  eachLeaf(data as Value, (leaf, path) => {
    if (typeof leaf === 'string' && /^(?:first|last)Name$/.test(String(path.at(-1)))) names.push(leaf)
  })
  return mapLeaves(data as Value, (leaf, path) => {
    if (path.some((key) => personal.has(key))) return maskValue(leaf)
    if (typeof leaf !== 'string') return leaf
    if (path.some((key) => foreign.has(key))) return maskQuoted(leaf, names)
    return path.at(-1) === 'subscriberId' ? maskName(leaf) : maskWithin(leaf)
  }) as Data
}

/** Sentences may quote the strings in `quotable`: see `quotableOf`. */
function triggerMasks(quotable: readonly string[]) {
  const quoted = (text: string): string => maskQuoted(text, quotable)
  return {
    explanations: [{ recipient: quoted, why: quoted, advice: quoted, resource: quoted }],
    judgements: [{ recipient: quoted, expected: quoted, seen: quoted }],
  } as const
}

/** Names of suites and recipients are those of the manifests, so they are shown. */
const ofSmokeRun: Mask<SmokeRun> = { results: [{ name: maskWithin, attempts: [withoutPersons] }] }

function withoutPersons(attempt: SmokeAttempt): SmokeAttempt {
  const { quotable = [] } = attempt
  const quoted = (text: string): string => maskQuoted(text, quotable)
  const judgement = (judged: Judgement): Judgement => {
    const seen = message.test(judged.expected) ? maskAfterSign : quoted
    return masked(judged, { recipient: maskName, expected: maskWithin, seen })
  }
  const explanation = { recipient: maskName, why: quoted, advice: quoted, resource: maskWithin }
  return { ...masked(attempt, { judgements: [judgement], explanations: [explanation] }), quotable: [] }
}

/** An expectation of a message's text, which may contain personal data. */
const message = /^(?:\w+\.)?(?:subject|title|content)~?=/

function maskAfterSign(text: string): string {
  const at = text.indexOf('=') + 1 || text.length
  return text.slice(0, at) + maskText(text.slice(at))
}
