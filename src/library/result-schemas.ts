// The JSON Schemas of what the library returns: those of `--format json`, by the name of their TypeScript type.
import { z } from 'zod'
import { spot } from '../core/plan/shapes.ts'
import { delivery, explanation, judgement } from '../core/delivery/delivery.ts'
import { envelope, envelopes } from '../report/json/envelope.ts'
import { runs, difference } from '../report/json/diff-shape.ts'
import { plan } from '../core/plan/plan-shape.ts'
import { outcome, problem } from '../report/json/shapes.ts'
import { resultShapes } from '../report/results.ts'
import { smokeShape } from '../report/json/run-shapes.ts'

const section = plan.shape.sections.element
const change = section.shape.changes.element

/** Types that several results share; what is none of them is written out where it stands. */
const named = {
  Problem: problem,
  Position: spot,
  Plan: plan,
  Section: section,
  Change: change,
  FieldChange: change.shape.differences.element,
  ChangeOutcome: outcome,
  Difference: difference,
  SmokeCase: smokeShape.cases.unwrap().element,
  Delivery: delivery,
  Explanation: explanation,
  JournalRun: runs.element,
  Judgement: judgement,
  ValidateResult: envelopes.validate,
  PlanResult: envelopes.plan,
  ApplyResult: envelopes.apply,
  TriggerResult: envelopes.trigger,
  SmokeResult: envelopes.smoke,
  DiffResult: envelopes.diff,
  CompareResult: envelopes.compare,
  PromoteResult: envelope('promote', resultShapes.promote),
  LogResult: envelope('log', resultShapes.log),
  DoctorResult: envelopes.doctor,
  AuditResult: envelopes.audit,
  EnvironmentsResult: envelopes['get environments'],
  IntegrationsResult: envelopes['get integrations'],
  SubscribersResult: envelopes['get subscribers'],
  EventsResult: envelopes['events list'],
  MessagesResult: envelopes['messages list'],
  ExportResult: envelope('export', resultShapes.export),
  FailoverResult: envelopes.failover,
} as const

/** By name, in an order in which no type needs a later one but for references. */
export function resultSchemas(): Readonly<Record<string, object>> {
  const registry = z.registry<{ id: string; description?: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => id,
    override: ({ zodSchema, jsonSchema }) => {
      const description = z.globalRegistry.get(zodSchema as unknown as z.ZodType)?.description
      if (description !== undefined) jsonSchema.description = description
    },
  })
  return schemas
}
