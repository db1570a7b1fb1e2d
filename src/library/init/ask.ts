// Asks questions that no option answers. It repeats a question until the answer is valid. Without a terminal it asks nothing.
import { hasErrors, isProblem, type Problem } from '../../core/problem.ts'
import { refusal } from '../../core/refusals.ts'
import { badFlag } from '../problems.ts'

export interface Question<Value> {
  /** The option that answers it. */
  readonly option: string
  readonly asks: string
  /** The default, used for an empty line. */
  readonly usual: string
  readonly read: (text: string) => Value | Problem
}

/** Who answers what no option answers. */
export interface Person {
  readonly mode: 'ask' | 'take defaults' | 'options only'
  /** The answer to a question; undefined if the input ends. */
  readonly ask: (question: string) => Promise<string | undefined>
  readonly say: (line: string) => void
}

export interface Interview extends Pick<Person, 'mode'> {
  readonly problems: Problem[]
  /** `known` is the answer if there is one. Undefined after a problem. */
  readonly ask: <Value>(question: Question<Value>, known?: string) => Promise<Value | undefined>
}

export function interview({ mode, say, ...person }: Person, problems: Problem[]): Interview {
  const ask: Interview['ask'] = async ({ option, asks, usual, read }, known) => {
    if (mode === 'options only' && known === undefined) {
      const hint = `Add --${option}, or add --yes to use the default: ${usual}.`
      return void problems.push(
        badFlag(`--${option} is required, because there is no terminal to ask for the value`, hint),
      )
    }
    for (;;) {
      if (mode === 'ask' && hasErrors(problems)) return undefined
      const isAsked = mode === 'ask' && known === undefined
      const typed = isAsked ? await person.ask(`${asks} [${usual}]: `) : (known ?? usual)
      if (typed === undefined)
        return void problems.push({
          ...notConfirmed('the input ended before all questions had an answer'),
          hint: 'Run belfry init again, and answer all questions. To use the defaults, add --yes.',
        })
      const value = read(typed.trim() || usual)
      if (!isProblem(value)) return value
      if (!isAsked) return void problems.push(value)
      say(value.message)
    }
  }
  return { mode, problems, ask }
}

export function notConfirmed(message: string): Problem {
  return refusal({ rule: 'not-confirmed', severity: 'error', message })
}

/** Reads one of these words, or its first letters. */
export function oneOf<Word extends string>(...words: readonly Word[]) {
  return (text: string): Word | Problem =>
    words.find((word) => word.startsWith(text.toLowerCase())) ??
    badFlag(`the answer must be ${words.join(' or ')}`)
}
