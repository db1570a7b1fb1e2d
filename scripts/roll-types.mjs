// Puts the declarations of each entry of the package into one file: what it exports, and what those types are made of.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const dist = join(import.meta.dirname, '../dist')

/** Where `tsc` writes a file for each source; only this script reads them. */
const parts = join(dist, 'types')

const entries = { 'index.d.ts': 'index.d.ts', 'sandbox.d.ts': 'sandbox/public.d.ts' }

/** A file of declarations: `imports` are `[file, name]` by their name here, and so are `exports`; `own` are texts by name. */
function parsed(file) {
  const imports = new Map()
  const exports = new Map()
  const stars = []
  const own = new Map()
  const whole = readFileSync(file, 'utf8').replaceAll(
    /\bimport\(["']([^"']+)["']\)\.(\w+)/g,
    (_, from, name) => {
      imports.set(name, [placeOf(from, file), name])
      return name
    },
  )
  for (const statement of statementsIn(whole)) {
    const text = statement.replace(/^(?:\/\*\*[\s\S]*?\*\/\s*)+/, '')
    const [, kind, names, from] =
      /^(import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\*)(?:\s+from\s+'([^']+)')?;/.exec(text) ?? []
    if (kind === undefined) {
      const [, name] = /\b(?:class|function|interface|type|const|enum)\s+([\w$]+)/.exec(text) ?? []
      if (name === undefined) throw new Error(`${file}: what is this? ${text.slice(0, 80)}`)
      const bare = statement.replace(/^((?:\/\*\*[\s\S]*?\*\/\s*)*)(?:export )?(?:declare )?/, '$1')
      own.set(name, `${own.get(name) ?? ''}${bare}\n`)
      if (/^export /m.test(text)) exports.set(name, [file, name])
      continue
    }
    const target = from && placeOf(from, file)
    if (names === undefined) {
      stars.push(target)
      continue
    }
    for (const each of names.split(',').map((part) => part.replace('type ', '').trim())) {
      if (each === '') continue
      const [name, local = name] = each.split(' as ')
      if (kind === 'import') imports.set(local, [target, name])
      else exports.set(local, [target ?? file, name])
    }
  }
  return { imports, exports, stars, own }
}

/** A package stays what it is. */
function placeOf(from, file) {
  return from.startsWith('.') ? resolve(dirname(file), from.replace(/\.[jt]s$/, '.d.ts')) : from
}

/** Each begins in the first column, with its comment. */
function statementsIn(text) {
  const statements = []
  for (const part of text.split(
    /\n(?=(?:\/\*\*|export |import |declare |interface |type |class |const |function ))/,
  )) {
    const isAfterComment = /^\/\*\*[\s\S]*\*\/\s*$/.test(statements.at(-1) ?? '')
    // A member of a union may have a comment in the first column.
    const isMember = /^(?:\/\*\*[\s\S]*?\*\/\s*)?\|/.test(part)
    if (isAfterComment || isMember) statements.push(`${statements.pop()}\n${part}`)
    else if (part.trim() !== '') statements.push(part)
  }
  return statements
}

/** What a text of declarations declares, with the words of each comment and the text after it. */
export function declarationsIn(whole) {
  return statementsIn(whole).flatMap((statement) => {
    const [, comment = '', text = ''] = /^(?:\/\*\*([\s\S]*?)\*\/\s*)?([\s\S]*)$/.exec(statement) ?? []
    const [, name] = /\b(?:class|function|interface|type|const|enum)\s+([\w$]+)/.exec(text) ?? []
    if (name === undefined) return []
    const words = comment.replaceAll(/^\s*\* ?/gm, '').trim()
    return [{ name, comment: words, text, isExported: text.startsWith('export ') }]
  })
}

/** The text of one entry. Two declarations with the same name are a mistake: one of them needs another name. */
export function rolled(entry) {
  const files = new Map()
  const read = (file) => {
    if (!files.has(file)) files.set(file, parsed(file))
    return files.get(file)
  }
  /** Where a name that a file exports is declared. */
  const source = (file, name) => {
    const { exports, stars, own, imports } = read(file)
    if (own.has(name)) return [file, name]
    const found = exports.get(name) ?? imports.get(name)
    if (found !== undefined) return found[0].startsWith('node:') ? undefined : source(...found)
    for (const star of stars) {
      const there = source(star, name)
      if (there !== undefined) return there
    }
    return undefined
  }
  const exportsOf = (file) => {
    const { exports, stars } = read(file)
    return [...exports.keys(), ...stars.flatMap(exportsOf)]
  }
  const texts = new Map()
  const places = new Map()
  const foreign = new Set()
  const take = (file, name) => {
    if (places.has(name)) {
      if (places.get(name) !== file)
        throw new Error(`${name} is declared in ${places.get(name)} and in ${file}`)
      return
    }
    places.set(name, file)
    const { imports, own } = read(file)
    const text = own.get(name)
    texts.set(name, text)
    for (const [word] of text
      .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
      .matchAll(/(?<![.'"])\b[A-Za-z_$][\w$]*/g)) {
      if (word === name) continue
      if (own.has(word)) take(file, word)
      const imported = imports.get(word)
      if (imported === undefined) continue
      const [from, original] = imported
      if (original !== word) throw new Error(`${file} imports ${original} under another name`)
      if (from.startsWith('.') || from.startsWith('/')) take(...source(from, original))
      else foreign.add(`import type { ${word} } from '${from}'`)
    }
  }
  const names = exportsOf(entry)
  for (const name of names) {
    const place = source(entry, name)
    if (place[1] !== name) throw new Error(`${name} is exported under another name`)
    take(...place)
  }
  const shown = [...texts].map(([name, text]) =>
    text.replace(
      /^((?:\/\*\*[\s\S]*?\*\/\s*)?)(abstract )?(class|function|interface|type|const|enum) /,
      (_, comment, abstract = '', kind) => {
        const isValue = ['class', 'function', 'const', 'enum'].includes(kind)
        return `${comment}${names.includes(name) ? 'export ' : ''}${isValue ? 'declare ' : ''}${abstract}${kind} `
      },
    ),
  )
  return [...foreign, ...shown, 'export {}\n'].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const texts = Object.entries(entries).map(([name, file]) => [name, rolled(join(parts, file))])
  rmSync(parts, { recursive: true })
  mkdirSync(parts)
  for (const [name, text] of texts) writeFileSync(join(parts, name), text)
}
