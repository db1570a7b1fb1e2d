// Evaluates JSONLogic of integrations. Anyone may write it, so it is interpreted and never compiled to code.
import { LogicEngine } from 'json-logic-engine'

/** Deeper rules don't hold. */
const maxDepth = 100

function createEngine(): LogicEngine {
  const engine = new LogicEngine(undefined, {
    disableInline: true,
    disableInterpretedOptimization: true,
    maxDepth,
  })
  // The library's own fail if the types differ.
  engine.addMethod('==', ([left, right]: readonly unknown[]) => isLooselyEqual(left, right))
  engine.addMethod('!=', ([left, right]: readonly unknown[]) => !isLooselyEqual(left, right))
  return engine
}

const engine = createEngine()

/** Whether a rule holds; one that can't be evaluated, such as one with an unknown operator, doesn't. */
export function ruleHolds(rule: unknown, facts: object): boolean {
  try {
    return Boolean(engine.truthy(engine.run(rule, facts)))
  } catch {
    return false
  }
}

/** As JavaScript's `==`, which JSONLogic is defined by, except that a list or a map is equal to no scalar. */
function isLooselyEqual(left: unknown, right: unknown): boolean {
  const [a, b] = [left ?? null, right ?? null]
  if (a === null || b === null || typeof a === typeof b) return a === b
  return typeof a !== 'object' && typeof b !== 'object' && Number(a) === Number(b)
}
