// The JSON of a plan as programs read it.
import type { Plan } from '../../src/core/plan/plan.ts'
import { printedPlan } from '../../src/report/json/account-json.ts'
import { jsonPieces } from '../../src/report/json/pieces.ts'
import type { PlanJson } from '../../src/core/plan/plan-shape.ts'

export function planJson(plan: Plan): PlanJson {
  return JSON.parse([...jsonPieces(printedPlan(plan), 0)].join('')) as PlanJson
}
