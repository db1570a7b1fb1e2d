// What went wrong in a text that is not YAML, in words of ours: the parser's own quote the text, secrets included.
import type { CST, YAMLError } from 'yaml'
import type { Range, Source } from './node.ts'

const messages: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "an alias can't have an anchor or a tag",
  BAD_ALIAS: 'this is not an alias; put a value that starts with * in quotes',
  BAD_COLLECTION_TYPE: 'this tag does not match the type of the value',
  BAD_DIRECTIVE: 'unknown YAML directive; put a string that starts with % in quotes, or remove the line',
  BAD_DQ_ESCAPE: 'unknown escape sequence; in double quotes, write \\\\ for \\',
  BAD_INDENT: 'wrong indentation, or "- " is missing at the beginning of a list item',
  BAD_PROP_ORDER:
    'the anchor or tag is in the wrong place; write the anchor or tag directly before the value',
  BAD_SCALAR_START: "a value without quotes can't start with this character; put the value in quotes",
  BLOCK_AS_IMPLICIT_KEY:
    'an unquoted value contains ": ", or there are two keys on one line; put the value in quotes, or each key on its own line',
  BLOCK_IN_FLOW: 'inside [ ] or { }, lists and maps must also be written with [ ] or { }',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a quote, bracket, comma or space is missing',
  MULTILINE_IMPLICIT_KEY: 'a key spans several lines; check whether a colon is missing',
  MULTIPLE_ANCHORS: 'a value has several anchors; keep only one anchor',
  MULTIPLE_TAGS: 'a value has several tags; keep only one tag',
  NON_STRING_KEY: 'a key must be a string',
  RESOURCE_EXHAUSTION: 'the YAML is nested too deeply; make the structure flatter',
  TAB_AS_INDENT: 'tabs are not allowed as indentation; use spaces',
  TAG_RESOLVE_FAILED:
    'unknown tag; for a secret, write ${env:NAME} or ${secret:NAME}; put other values that start with ! in quotes',
  UNEXPECTED_TOKEN: 'unexpected text; check the indentation and the quotes above',
}

/** The first line of an unresolved merge conflict, or what is left of one. */
export function conflictIn({ text }: Source): SyntaxFinding | undefined {
  const found = /^(?:<{7}|={7}|>{7})(?: .*)?$/m.exec(text)
  return found === null
    ? undefined
    : {
        range: [found.index, found.index + 7],
        message:
          'unresolved merge conflict; keep one side and delete the lines with <<<<<<<, ======= and >>>>>>>',
      }
}

export interface SyntaxFinding {
  readonly range: Range
  readonly message: string
}

/** Where users expect the mistake, which is not always where the parser noticed it. */
export function syntaxFinding(
  { code, message, pos }: YAMLError,
  { text }: Source,
  tokens: readonly CST.Token[],
): SyntaxFinding {
  const [from] = pos
  if (text.slice(from - 1, from + 1) === '${')
    return { range: [from - 1, from + 1], message: 'inside brackets, put a reference in quotes: "${…}"' }
  // These messages of the parser quote nothing.
  if (code === 'MISSING_CHAR' && message.startsWith('Missing closing')) {
    const opening = openingQuote(tokens, from)
    if (opening !== undefined) return { range: [opening, from], message: 'this quote is not closed' }
  }
  const exact = pieces.find(([piece]) => message.includes(piece))?.[1]
  const isDeeper = message.startsWith('Nested mappings') && !/^[^\n]*:(?:\s|$)/.test(text.slice(from))
  return {
    range: pointAt(text, pos),
    message: isDeeper ? deeper : (exact ?? messages[code] ?? 'this is not valid YAML'),
  }
}

const deeper =
  'the next line is indented further than the key on this line; check the indentation, and the space after "-"'

/** Pieces of messages of the parser, for codes that cover several mistakes. */
const pieces = [
  [
    'Block scalar header',
    'without quotes, > and | begin a block of text; put a value that starts with > or | in quotes',
  ],
  ['end with a ', 'a bracket [ or { before this place is not closed'],
  ['Sequence item without -', messages['BAD_INDENT']],
  ['A block sequence', messages['BAD_INDENT']],
] as const

/** An error in white space points at the next thing on its line, or else at the last thing before it. */
function pointAt(text: string, [from, to]: Range): Range {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at++
  if (at < text.length && !/[\r\n]/.test(text[at] ?? '')) return [at, Math.max(to, at + 1)]
  while (at > 0 && /\s/.test(text[at] ?? ' ')) at--
  return [at, at + 1]
}

/** Where the quoted text begins that is open at an offset. */
function openingQuote(tokens: readonly CST.Token[], offset: number): number | undefined {
  const open = [...tokens]
  for (let token = open.pop(); token !== undefined; token = open.pop()) {
    if (
      (token.type === 'double-quoted-scalar' || token.type === 'single-quoted-scalar') &&
      token.offset <= offset &&
      token.offset + token.source.length >= offset
    )
      return token.offset
    if (token.type === 'document' && token.value) open.push(token.value)
    if (!('items' in token)) continue
    for (const item of token.items) {
      if ('key' in item && item.key) open.push(item.key)
      if ('value' in item && item.value) open.push(item.value)
    }
  }
  return undefined
}
