// What went wrong in a text that is not YAML, in words of ours: the parser's own quote the text, secrets included.
import type { CST, YAMLError } from 'yaml'
import type { Range, Source } from './source.ts'

const messages: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'an alias takes no anchor and no tag',
  BAD_ALIAS: 'this is not an alias; a value that starts with * is written in quotes',
  BAD_COLLECTION_TYPE: 'this tag does not fit its value',
  BAD_DIRECTIVE: 'this directive is not known',
  BAD_DQ_ESCAPE: 'this escape is not known; in double quotes \\ is written \\\\',
  BAD_INDENT: 'the indentation does not fit, or a bracket is not closed',
  BAD_PROP_ORDER: 'anchors and tags come before the value, after the indicator',
  BAD_SCALAR_START: 'a value that starts with this character is written in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'two keys on one line, the next line indented too far, or a value with ": " that is not in quotes',
  BLOCK_IN_FLOW: 'inside brackets, lists and maps are written with brackets too',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a quote, bracket, comma or space is missing',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines; is a colon missing?',
  MULTIPLE_ANCHORS: 'a value has at most one anchor',
  MULTIPLE_TAGS: 'a value has at most one tag',
  NON_STRING_KEY: 'a key is a text',
  RESOURCE_EXHAUSTION: 'this is nested too deep',
  TAB_AS_INDENT: 'tabs are not allowed as indentation; use spaces',
  TAG_RESOLVE_FAILED: 'this tag is not known; a value that starts with ! is written in quotes',
  UNEXPECTED_TOKEN: 'this does not fit here; check the indentation and quotes above',
}

/** The first line of a merge conflict that nobody has resolved. */
export function conflictIn({ text }: Source): SyntaxFinding | undefined {
  const found = /^<{7}(?: .*)?$/m.exec(text)
  return found === null || !/^>{7}(?: .*)?$/m.test(text)
    ? undefined
    : {
        range: [found.index, found.index + 7],
        message:
          'a merge conflict is not resolved: keep one side, and delete the lines with <<<<<<<, ======= and >>>>>>>',
      }
}

export interface SyntaxFinding {
  readonly range: Range
  readonly message: string
}

/** Where people look for the mistake, which is not always where the parser noticed it. */
export function syntaxFinding(
  { code, message, pos }: YAMLError,
  { text }: Source,
  tokens: readonly CST.Token[],
): SyntaxFinding {
  const [from] = pos
  if (text.slice(from - 1, from + 1) === '${')
    return {
      range: [from - 1, from + 1],
      message: 'inside brackets a reference is written in quotes: "${…}"',
    }
  // These messages of the parser quote nothing.
  if (code === 'MISSING_CHAR' && message.startsWith('Missing closing')) {
    const opening = openingQuote(tokens, from)
    if (opening !== undefined) return { range: [opening, from], message: 'this quote is not closed' }
  }
  const isItem = code === 'MISSING_CHAR' && message.startsWith('Sequence item without -')
  return {
    range: pointAt(text, pos),
    message: (isItem ? messages['BAD_INDENT'] : messages[code]) ?? 'this is not YAML',
  }
}

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
