// Reads `--input-limit NAME=VALUE`.
import type { Problem } from '../core/problem.ts'
import {
  inputLimitNames,
  parseInputLimit,
  type InputLimitName,
  type InputLimits,
} from '../manifest/input-limits.ts'

export function inputLimitsOf(texts: readonly string[], problems: Problem[]): Partial<InputLimits> {
  const limits: Partial<Record<InputLimitName, number>> = {}
  for (const text of texts) {
    const limit = parseInputLimit(text)
    if (limit !== undefined) limits[limit.name] = limit.value
    else
      problems.push({
        rule: 'bad-flag',
        severity: 'error',
        message: `--input-limit ${text} is not a limit`,
        hint: `Write NAME=NUMBER, with KiB or MiB where it is a size; the names are ${inputLimitNames.join(', ')}, and max-depth goes to 500.`,
      })
  }
  return limits
}
