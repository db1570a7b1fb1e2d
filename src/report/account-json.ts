// The envelope that programs read, of whatever a command has to tell.
import { given } from '../core/given.ts'
import type { Account, ApplyAccount, PlanAccount, ValidateAccount } from './account.ts'
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
      return account.plan === undefined ? {} : { plan: planJson(account.plan) }
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
  return {
    ...(sides !== undefined && { from: sides[0], to: sides[1] }),
    ...(plan !== undefined && { diff: diffJson(plan) }),
  }
}

function appliedOf({ plan, results, result, smoke }: ApplyAccount): object {
  const proof = smoke === undefined ? {} : { smoke: smokeJson(smoke) }
  if (result === undefined)
    return {
      ...(plan !== undefined && { plans: [planJson(plan)] }),
      ...(results !== undefined && { results: results.map(outcomeJson) }),
      ...proof,
    }
  return {
    plans: result.plans.map(planJson),
    results: result.results.map(outcomeJson),
    ...(result.after !== undefined && { after: planJson(result.after) }),
    waiting: result.waiting,
    keyed: result.keyed,
    requests: result.requests,
    ...proof,
  }
}
