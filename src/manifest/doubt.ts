// Hides values in a text that is not YAML: no tree says where they stand, so a line in doubt is hidden.
import { looksSecret, mask, type IsSecretPath, type Masks, type Piece } from './mask.ts'
import { isOnlyReferences } from './reference.ts'
import { lineRange, type Source } from './source.ts'

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

const sections = new Set(['credentials', 'configurations', 'channels', 'variables'])

/** Lines are read from the beginning, once: what is open above decides. */
export function doubtfulMasks(source: Source, isSecret: IsSecretPath): Masks {
  let lines: readonly Piece[][] | undefined
  return { hidden: (line) => (lines ??= readLines(source, isSecret))[line] ?? [] }
}

function readLines(source: Source, isSecret: IsSecretPath): Piece[][] {
  const state: State = { chain: [], brackets: 0, quote: '' }
  return source.lineStarts.map((_, line) =>
    readLine(source.text.slice(...lineRange(source, line)), state, isSecret),
  )
}

function readLine(text: string, state: State, isSecret: IsSecretPath): Piece[] {
  const indent = text.length - text.trimStart().length
  const isOpen = state.brackets > 0 || state.quote !== ''
  const isTabbed = text.slice(0, indent).includes('\t')
  if (text.trim() === '') return []
  if (isOpen || isTabbed) {
    scan(text, state)
    return hide(text, indent)
  }
  if (text.trimStart().startsWith('#')) return [{ range: [indent, text.length], text: '# …' }]
  const { key, keyFrom, valueFrom, isItem } = shapeOf(text, indent)
  while ((state.chain.at(-1)?.indent ?? -1) >= keyFrom + (key === undefined && isItem ? 1 : 0))
    state.chain.pop()
  if (key !== undefined) state.chain.push({ indent: keyFrom, key })
  scan(text.slice(valueFrom), state)
  const path = state.chain.map((level) => level.key)
  const value = text.slice(valueFrom).trim()
  if (key === undefined && !(isItem && value.length < 12)) return hide(text, indent)
  const isDoubtful =
    isSecret(path) ||
    path.some((step) => sections.has(step) || step.startsWith('x-') || looksSecret(step)) ||
    looksSecret(value) ||
    /[#{]/.test(value) ||
    (value.includes('[') && value.includes(':'))
  return isDoubtful && !isOnlyReferences(value) ? hide(text, valueFrom) : []
}

function hide(text: string, from: number): Piece[] {
  const start = from + (text.slice(from).length - text.slice(from).trimStart().length)
  return start < text.length ? [{ range: [start, text.length], text: mask }] : []
}

/** `- key: value`, `key: value` or `- value`; anything else has no key. */
function shapeOf(text: string, indent: number) {
  let keyFrom = indent
  while (text.startsWith('- ', keyFrom)) {
    keyFrom += 2
    while (text[keyFrom] === ' ') keyFrom++
  }
  const isItem = keyFrom > indent
  const colon = text.indexOf(': ', keyFrom)
  const end = colon >= 0 ? colon : text.trimEnd().endsWith(':') ? text.trimEnd().length - 1 : -1
  const key = end > keyFrom ? text.slice(keyFrom, end).trim() : undefined
  return key === undefined || /[{}[\],]/.test(key)
    ? { keyFrom: isItem ? indent : keyFrom, valueFrom: keyFrom, isItem }
    : { key: key.replaceAll(/^["']|["']$/g, ''), keyFrom, valueFrom: end + 1, isItem }
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
