// Texts for users, and comments, avoid the words that readers needed to read twice.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** What not to write, and what to write instead. */
const unclear: readonly (readonly [RegExp, string])[] = [
  [/\b(?:mend|mends|mended)\b/i, 'fix'],
  [/(?<!`|\/)\b(?:tell|tells|telling|told)\b/i, 'show, report or log'],
  [/\b(?:somebody|nobody|whoever)\b/i, 'another process, no one, any user, or a passive'],
  [/\b(?:anew|afresh|beneath|outright|spelt|thereof)\b/i, 'again, new, below, explicitly'],
  [/\bfor (?:good|ever)\b/i, 'permanently'],
  [/\bwhat (?:became|becomes|is to become) of\b|\bcomes? to be\b/i, 'the result'],
  [/\b(?:taken|take|takes|took) for\b/i, 'treat as'],
  [/\bas you like\b|\bof course\b|\bby no means\b/i, 'nothing: no talk about the reader'],
  [/\bnot whole\b|\ball else\b|\ball is over\b|\bis over\b/i, 'incomplete; everything else; finished'],
  [/\b(?:is|are|was|were) live\b/i, 'in the service'],
  [/(?<!primary |[-/])\bflags?\b(?!\/|: )/i, 'option, or primary flag'],
  [/\b(?:is|are) no (?:limit|number|time|reference|text|plan|list|port|id)\b/i, 'is not a valid limit'],
  [/\b(?:is|be|not) a text\b|\bmap of texts\b/i, 'a string'],
  [/\b(?:where|wherever) (?:it|that|all of it|this) is meant\b/i, 'if this is intended'],
  [/\bfresh plan\b/i, 'new plan'],
  [/\bheld back by design\b|\bwaits? by design\b/i, 'is delayed by the workflow'],
]

/** What is too vague for comments. */
const vague: typeof unclear = [
  [/\b(?:look|looks|looked|looking)\b(?!-ups?\b| up\b)/i, 'read, check, search or resemble'],
  [/\b(?:stand|stands|standing|stood)\b/i, 'the exact verb'],
  [/\bsights?\b/i, 'reading or result'],
  [/\bin (?:the )?place of\b/i, 'instead of'],
  [/(?<!there |which )\bis no (?!longer|reason)/i, "isn't a"],
]

function faultsOf(text: string, patterns = unclear): string[] {
  return patterns.flatMap(([pattern, better]) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [`"${found}": write ${better}`]
  })
}

function filesIn(folder: string, endings: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => endings.test(path))
    .sort()
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Strings of more than one word, which a program prints, and all names. Data of one word is none of this. */
function textsIn(source: string): { sentences: string[]; names: string[] } {
  const sentences: string[] = []
  const names: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, value, name } = node as { type?: string; value?: unknown; name?: string }
    if (type === 'Identifier' && name !== undefined) names.push(name)
    if (type === 'Literal' && typeof value === 'string') sentences.push(value)
    if (type === 'TemplateLiteral') {
      const { quasis } = node as { quasis: { value: { cooked: string } }[] }
      sentences.push(quasis.map((each) => each.value.cooked).join('…'))
    }
    Object.values(node).forEach(visit)
  }
  visit(parseAst(source, { lang: 'ts' }))
  return { sentences: sentences.filter((text) => /[a-z]{2}.* /i.test(text)), names }
}

const texts = filesIn('src', /(?<!generated)\.ts$/).map((path) => ({ path, ...textsIn(read(path)) }))

test('the program prints no unclear word', () => {
  const sentences = texts.flatMap((each) => each.sentences.map((text) => ({ path: each.path, text })))
  const faults = sentences.flatMap(({ path, text }) =>
    faultsOf(text).map((fault) => `${path}: ${JSON.stringify(text.slice(0, 100))}: ${fault}`),
  )
  expect(faults).toEqual([])
  expect(sentences.length).toBeGreaterThan(1500)
})

test('names in the program have no unclear word', () => {
  const unclearWord =
    /(?:^|\s)(?:tell|tells|teller|telling|told|stands|standing|look|looks|looked|sight)(?!\S| up)/
  const faults = texts.flatMap(({ path, names }) =>
    names
      .filter((name) => unclearWord.test(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)))
      .map((name) => `${path}: ${name}`),
  )
  expect(faults).toEqual([])
})

test('no page and no schema has an unclear word', () => {
  const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)]
  const schemas = filesIn('schemas', /\.schema\.json$/)
  const examples = filesIn('examples', /\.(?:md|ya?ml)$/)
  const faults = [...pages, ...schemas, ...examples].flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => faultsOf(line).map((fault) => `${path}:${index + 1}: ${fault}`)),
  )
  expect(faults).toEqual([])
})

/** Each line of a source's comments. */
function commentLinesIn(path: string): { line: string; text: string }[] {
  const source = read(path)
  return parseSync(path, source).comments.flatMap(({ value, start }) => {
    const first = source.slice(0, start).split('\n').length
    return value.split('\n').map((text, index) => ({ line: `${path}:${first + index}`, text }))
  })
}

test('comments of the program have no unclear word', () => {
  const lines = filesIn('src', /(?<!generated)\.ts$/).flatMap(commentLinesIn)
  const faults = lines.flatMap(({ line, text }) => {
    const found = faultsOf(text, [...unclear, ...vague])
    return found.length === 0 ? [] : [`${line}: ${found.join('; ')}`]
  })
  expect(lines.length).toBeGreaterThan(5000)
  expect(faults).toEqual([])
})
