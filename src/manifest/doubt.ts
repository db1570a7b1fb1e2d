// Hides values in a text that is not YAML: no tree says where they stand, so a line in doubt is hidden.
import { looksSecret, mask, type Lookalikes, type Masks, type Piece } from './mask.ts'
import { looksLikeReference } from './placeholder.ts'
import { isOnlyReferences } from './reference.ts'
import { lineRange, type Source } from './source.ts'
import { conflictLine } from './syntax.ts'

interface Level {
  readonly indent: number
  readonly key: string
}

interface State {
  /** The keys that lead to a line, by indentation. */
  chain: Level[]
  brackets: number
  quote: string
}

/** What a path of keys (without list indexes) leads to. Even the key of an unknown one may be part of a secret. */
export type JudgePath = (path: readonly string[]) => 'visible' | 'secret' | 'unknown'

/** Lines are read from the beginning, once: what is open above decides. */
export function doubtfulMasks(source: Source, judge: JudgePath, lookalikes: Lookalikes): Masks {
  let lines: readonly Piece[][] | undefined
  return { hidden: (line) => (lines ??= readLines(source, judge, lookalikes))[line] ?? [] }
}

/** Documents before the first that is not YAML are known. */
export function partlyKnown(known: Masks, doubtful: Masks, source: Source, soundUntil: number): Masks {
  return {
    hidden: (line) => (lineRange(source, line)[1] < soundUntil ? known : doubtful).hidden(line),
  }
}

function readLines(source: Source, judge: JudgePath, lookalikes: Lookalikes): Piece[][] {
  const state: State = { chain: [], brackets: 0, quote: '' }
  return source.lineStarts.map((_, line) =>
    readLine(source.text.slice(...lineRange(source, line)), state, judge, lookalikes),
  )
}

function readLine(text: string, state: State, judge: JudgePath, lookalikes: Lookalikes): Piece[] {
  const indent = text.length - text.trimStart().length
  const isOpen = state.brackets > 0 || state.quote !== ''
  if (text.trim() === '') return []
  if (conflictLine.test(text)) return looksSecret(text) ? hide(text, 7) : []
  if (isOpen) {
    scan(text, state)
    return hide(text, indent)
  }
  if (text.trimStart().startsWith('#')) return [{ range: [indent, text.length], text: '# …' }]
  const shape = shapeOf(text, indent)
  // What fits no level above moves none: it may belong to a text of several lines.
  if (shape === undefined) {
    scan(text, state)
    return hide(text, indent)
  }
  // Nobody knows to which key a line belongs that is indented with tabs.
  const isTabbed = text.slice(0, indent).includes('\t')
  const isEntered = !isTabbed && enter(shape, state)
  const verdict = isEntered ? judge(keysOf(state)) : misfit(shape, state, judge)
  const { valueFrom } = shape
  const value = text.slice(valueFrom).trim()
  scan(value, state)
  if (verdict === 'unknown') return hide(text, indent)
  const isShown =
    verdict === 'visible' &&
    !looksSecret(value) &&
    !/[#{&]/.test(value) &&
    !(value.includes('[') && value.includes(':'))
  const isReference = isOnlyReferences(value) || (lookalikes === 'shown' && looksLikeReference(value))
  return isShown || isReference ? [] : hide(text, valueFrom)
}

/** A line that is indented by accident is shown where it would be visible under every key that it may belong to. */
function misfit({ key = '' }: Shape, state: State, judge: JudgePath): ReturnType<JudgePath> {
  const keys = keysOf(state)
  if (judge(keys) !== 'visible') return 'unknown'
  const verdicts = new Set(keys.map((_, length) => judge([...keys.slice(0, length + 1), key])))
  return verdicts.has('secret') || !verdicts.has('visible') ? 'unknown' : 'visible'
}

function keysOf({ chain }: State): string[] {
  return chain.map(({ key }) => key)
}

/** Moves the chain of keys to a line. A line goes one level deeper, or back to the indentation of a level. */
function enter({ key, keyFrom }: Shape, { chain }: State): boolean {
  const deepest = chain.at(-1)?.indent ?? -1
  if (key === undefined) return true
  if (keyFrom <= deepest) {
    const level = chain.findIndex(({ indent }) => indent === keyFrom)
    if (level < 0) return false
    chain.splice(level)
  }
  chain.push({ indent: keyFrom, key })
  return true
}

function hide(text: string, from: number): Piece[] {
  const start = from + (text.slice(from).length - text.slice(from).trimStart().length)
  return start < text.length ? [{ range: [start, text.length], text: mask }] : []
}

interface Shape {
  /** Undefined for `- value`. */
  readonly key?: string
  readonly keyFrom: number
  readonly valueFrom: number
}

/** `- key: value`, `key: value` or `- value`; undefined for anything else. */
function shapeOf(text: string, indent: number): Shape | undefined {
  let keyFrom = indent
  while (text.startsWith('- ', keyFrom)) {
    keyFrom += 2
    while (text[keyFrom] === ' ') keyFrom++
  }
  const line = text.trimEnd()
  const colon = text.indexOf(': ', keyFrom)
  const end = colon >= 0 ? colon : line.endsWith(':') ? line.length - 1 : -1
  const key = end > keyFrom ? text.slice(keyFrom, end).replaceAll(/^["']|["']$/g, '') : undefined
  if (key !== undefined && /^[\w$.-]+$/.test(key)) return { key, keyFrom, valueFrom: end + 1 }
  return keyFrom > indent && end < 0 ? { keyFrom, valueFrom: keyFrom } : undefined
}

/** Follows quotes and brackets that a line leaves open. A quote opens only where a value begins. */
function scan(text: string, state: State): void {
  let previous = ''
  let isEscaped = false
  for (const character of text) {
    if (state.quote !== '') {
      if (character === state.quote && !isEscaped) state.quote = ''
      isEscaped = state.quote === '"' && character === '\\' && !isEscaped
    } else if ((character === '"' || character === "'") && ['', ':', ',', '[', '{', '-'].includes(previous)) {
      state.quote = character
    } else if (character === '[' || character === '{') state.brackets++
    else if (character === ']' || character === '}') state.brackets = Math.max(0, state.brackets - 1)
    if (!/\s/.test(character)) previous = character
  }
}
