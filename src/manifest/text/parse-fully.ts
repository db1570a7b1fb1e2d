// The parser of all of YAML: text → located trees, one a document; what is not YAML becomes problems that quote nothing of it.
import { Composer, Lexer, Parser, type CST } from 'yaml'
import { append } from '../../core/lists.ts'
import { orRaise, type InputLimits } from './read-text.ts'
import { locate } from './locate.ts'
import { keep, type MapNode, type Node, type Range, type Source } from './node.ts'
import type { Found, Report } from '../frames/reporter.ts'
import { conflictIn, syntaxFinding } from './syntax-finding.ts'

export interface Parsed {
  /** One for each document that contains something. */
  readonly documents: readonly Node[]
  /** False if a document is not YAML. */
  readonly isSound: boolean
  /** Where the first such document begins, its directives included; up to it positions can be relied on. */
  readonly soundUntil: number
  /** Gives a map of the document again: parsed again if that is possible, so that the nodes of a file aren't kept in memory. */
  readonly again: (map: MapNode) => () => MapNode
}

/** 1.2 whatever a %YAML directive says; duplicate keys and merges are found while locating, in linear time. */
export const yamlOptions = {
  version: '1.2',
  schema: 'core',
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
  resolveKnownTags: false,
} as const

export function parseFully(source: Source, report: Report, limits: InputLimits): Parsed {
  const documents: Node[] = []
  const tokens = tokensOf(source, limits)
  if ('rule' in tokens) {
    report(tokens)
    return { documents, isSound: false, soundUntil: 0, again: keep }
  }
  const conflict = conflictIn(source)
  let soundUntil = Infinity
  let begin = 0
  for (const document of new Composer(yamlOptions).compose(tokens)) {
    const first = [...document.errors, ...document.warnings].sort(
      (left, right) => left.pos[0] - right.pos[0],
    )[0]
    if (first !== undefined) {
      soundUntil = Math.min(soundUntil, begin)
      const { range, message } = conflict ?? syntaxFinding(first, source, tokens)
      report({ rule: 'yaml-syntax', place: { source, range }, message })
    } else if (document.contents !== null) {
      const node = locate(document.contents, source, report, limits)
      if (node === undefined) soundUntil = Math.min(soundUntil, begin)
      else if (node.type !== 'scalar' || node.value !== null) documents.push(node)
    }
    begin = document.range[2]
  }
  return { documents, isSound: soundUntil === Infinity, soundUntil, again: keep }
}

/** Stops at the limit that the text exceeds: then nothing of it is composed. */
function tokensOf(source: Source, limits: InputLimits): CST.Token[] | Found {
  const { 'max-depth': maxDepth, 'max-aliases': maxAliases } = limits
  const tokens: CST.Token[] = []
  const parser = new Parser()
  let aliases = 0
  for (const lexeme of new Lexer().lex(source.text)) {
    append(tokens, parser.next(lexeme))
    if (lexeme.startsWith('*') && ++aliases > maxAliases)
      return tooManyAliases(source, [parser.offset - lexeme.length, parser.offset], maxAliases)
    // The parser closes open collections by recursion. Its stack also has the document and the current scalar.
    if (parser.stack.length > maxDepth + 3) break
  }
  append(tokens, parser.end())
  const deep = tokens.map((token) => tooDeep(token, maxDepth)).find((offset) => offset !== undefined)
  if (deep === undefined) return tokens
  const message = `this value is nested more than ${maxDepth} levels deep (max-depth)`
  const hint = `Make the structure flatter${orRaise('max-depth', maxDepth)}.`
  return { rule: 'max-depth', place: { source, range: [deep, deep + 1] }, message, hint }
}

function tooManyAliases(source: Source, range: Range, most: number): Found {
  const message = `this file has more than ${most} aliases such as *name (max-aliases)`
  const hint = `Write long lists in NDJSON (include)${orRaise('max-aliases', most)}.`
  return { rule: 'max-aliases', place: { source, range }, message, hint }
}

/** Where a token is nested deeper than allowed. */
function tooDeep(token: CST.Token, maxDepth: number): number | undefined {
  const stack: { token: CST.Token; depth: number }[] = [{ token, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { token: current, depth } = next
    if (depth > maxDepth && 'offset' in current) return current.offset
    if (current.type === 'document' && current.value) stack.push({ token: current.value, depth })
    if (!('items' in current)) continue
    for (const item of current.items) {
      if ('key' in item && item.key) stack.push({ token: item.key, depth: depth + 1 })
      if ('value' in item && item.value) stack.push({ token: item.value, depth: depth + 1 })
    }
  }
  return undefined
}
