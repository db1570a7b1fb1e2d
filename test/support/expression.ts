// Evaluates the expressions of GitHub's workflows, as far as this project's files use them; anything else throws.

export type Contexts = Readonly<Record<string, unknown>>
export type Functions = Readonly<Record<string, () => boolean>>

const token =
  /\s*(?:(&&|\|\||==|!=|!|\(|\)|,)|'((?:[^']|'')*)'|(\d+)|([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*))/y

/** What stands between `${{` and `}}`. */
export function evaluate(source: string, contexts: Contexts, functions: Functions = {}): unknown {
  const tokens = tokensOf(source)
  let index = 0
  const next = (expected?: string): string => {
    const found = tokens[index] ?? ''
    if (expected !== undefined && found !== expected) throw new Error(`${expected} expected in ${source}`)
    index += 1
    return found
  }
  const primary = (): unknown => {
    const word = next()
    if (word === '(') {
      const inside = or()
      next(')')
      return inside
    }
    if (word.startsWith("'")) return word.slice(1)
    if (/^\d/.test(word)) return Number(word)
    if (!/^[A-Za-z_]/.test(word)) throw new Error(`${word} is not understood in ${source}`)
    if (tokens[index] !== '(') return valueOf(word, contexts, source)
    next('(')
    if (word === 'format') return formatted()
    next(')')
    const call = functions[word]
    if (call === undefined) throw new Error(`${word}() is not known in ${source}`)
    return call()
  }
  const not = (): unknown => (tokens[index] === '!' ? (next(), !isTrue(not())) : primary())
  const compared = (): unknown => {
    const left = not()
    if (tokens[index] !== '==' && tokens[index] !== '!=') return left
    const isEqual = next() === '=='
    return (text(left).toLowerCase() === text(not()).toLowerCase()) === isEqual
  }
  const and = (): unknown => {
    let left = compared()
    while (tokens[index] === '&&') {
      next()
      const right = compared()
      left = isTrue(left) ? right : left
    }
    return left
  }
  const or = (): unknown => {
    let left = and()
    while (tokens[index] === '||') {
      next()
      const right = and()
      left = isTrue(left) ? left : right
    }
    return left
  }
  const formatted = (): string => {
    const template = text(or())
    const values: string[] = []
    while (tokens[index] === ',') {
      next()
      values.push(text(or()))
    }
    next(')')
    return template.replaceAll(/\{(\d+)\}/g, (_, place: string) => values[Number(place)] ?? '')
  }
  const value = or()
  if (index < tokens.length) throw new Error(`${tokens[index]} is not understood in ${source}`)
  return value
}

/** A text with its `${{ … }}` filled in. */
export function filled(template: string, contexts: Contexts): string {
  return template.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, inside: string) => text(evaluate(inside, contexts)))
}

export function isTrue(value: unknown): boolean {
  return value !== false && value !== 0 && value !== '' && value !== null && value !== undefined
}

function text(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') return 'Object'
  return `${value as string | number | boolean}`
}

/** Strings begin with a quote and end without one. */
function tokensOf(source: string): readonly string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  while (token.lastIndex < source.trimEnd().length) {
    const at = token.lastIndex
    const match = token.exec(source)
    if (match === null) throw new Error(`${source.slice(at)} is not understood`)
    const [, sign, string, number, name] = match
    tokens.push(sign ?? (string === undefined ? (number ?? name ?? '') : `'${string.replaceAll("''", "'")}`))
  }
  return tokens
}

/** A property that isn't there is nothing; a context that isn't there is a mistake. */
function valueOf(path: string, contexts: Contexts, source: string): unknown {
  const [first = '', ...rest] = path.split('.')
  if (['true', 'false', 'null'].includes(path)) return JSON.parse(path)
  if (!(first in contexts)) throw new Error(`${first} is not known in ${source}`)
  return rest.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Contexts)[key] : undefined),
    contexts[first],
  )
}
