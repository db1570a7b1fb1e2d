// The envelope that programs read, of whatever a command has to tell.
import type { Account, ApplyAccount, PlanAccount, ValidateAccount } from '../account.ts'
import { given } from '../../core/given.ts'
import { diffJson } from './diff-json.ts'
import { envelopeText, outcomeJson, planJson } from './json.ts'
import { smokeJson } from './smoke-shape.ts'

export function accountJson(account: Account): string {
  const command = account.command === 'journal' ? 'show' : account.command
  return envelopeText(command, account.exit, account.problems, restOf(account))
}

function restOf(account: Account): object {
  switch (account.command) {
    case 'validate':
      return validatedOf(account)
    case 'plan':
      return given({ plan: account.plan && planJson(account.plan) })
    case 'diff':
      return differenceOf(account)
    case 'show':
      return account.plan === undefined ? {} : { saved: { ...account.origin, plan: planJson(account.plan) } }
    case 'journal':
      return { journal: account.journal }
    case 'smoke':
      return account.run === undefined ? {} : smokeJson(account.run)
    case 'apply':
      return appliedOf(account)
  }
}

function validatedOf({ files, resources, ignored }: ValidateAccount): object {
  return resources === undefined ? {} : { files, resources, ...given({ ignored }) }
}

function differenceOf({ plan, sides }: PlanAccount): object {
  return given({ from: sides?.[0], to: sides?.[1], diff: plan && diffJson(plan) })
}

function appliedOf({ plan, results, result, smoke }: ApplyAccount): object {
  return given({
    plans: result?.plans.map(planJson) ?? (plan && [planJson(plan)]),
    results: (result?.results ?? results)?.map(outcomeJson),
    after: result?.after && planJson(result.after),
    waiting: result?.waiting,
    keyed: result?.keyed,
    requests: result?.requests,
    smoke: smoke && smokeJson(smoke),
  })
}
