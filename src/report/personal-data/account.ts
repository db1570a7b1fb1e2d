// Masks personal data in an account before it is formatted.
import type { Finding } from '../../core/plan/finding.ts'
import type { ApplyResult } from '../../core/plan/outcome.ts'
import { given } from '../../core/given.ts'
import { maskWithin } from '../../core/secrets/personal.ts'
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
import type { ChangedField } from '../json/manifest-shapes.ts'
import {
  ofSmokeRun,
  triggerMasks,
  withoutPersonalDeliveries,
  withoutPersonalFields,
  withoutPersonalItem,
} from './delivery.ts'
import { masked, type Mask } from './masks.ts'
import { masking, type Privacy } from './masking.ts'

/** The fields of accounts that can hold personal data, whatever the command. */
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

export function withoutPersonalData(account: AnyAccount, privacy: Privacy): AnyAccount {
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
    data: isPersonal ? [withoutPersonalItem] : undefined,
    item: withoutPersonalItem,
    request: { body: withoutPersonalItem },
    // The service's messages may contain personal data of the recipients.
    answer: { error: [maskWithin] },
    waited: { deliveries: withoutPersonalDeliveries },
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
