// Counts the code that people write and read, and compares it with docs/development/budget.md.
//
//   node scripts/size.mjs           prints the figures
//   node scripts/size.mjs --check   fails if a figure is above its budget
//   node scripts/size.mjs --write   makes today's figures the budget
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'rolldown/utils'
import { generatedFiles } from './generate.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs/development/budget.md')
const longest = 50

const isGenerated = (file) => generatedFiles.includes(file)
const isCode = (file) => /\.(ts|mts|mjs|cjs|yml)$/.test(file) && !isGenerated(file)
const isSource = (file) => /^src\/.*\.ts$/.test(file)
const isData = (file, ending) => file.startsWith('src/') && extname(file) === ending
const bytes = (chosen) => chosen.reduce((total, file) => total + statSync(join(root, file)).size, 0)
const read = (file) => readFileSync(join(root, file), 'utf8')

/** Lines and characters of code: no comments, no blank lines, no spaces. The text is formatted. */
export function codeIn(file, text) {
  const comments = file.endsWith('.yml')
    ? [...text.matchAll(/^\s*#.*$/gm)].map(rangeOf)
    : parseSync(file, text).comments
  let code = ''
  let at = 0
  for (const { start, end } of comments) {
    code += text.slice(at, start)
    at = end
  }
  const lines = (code + text.slice(at)).split('\n').filter((line) => line.trim() !== '')
  return { lines: lines.length, characters: lines.join('').replaceAll(/\s/g, '').length }
}

function rangeOf({ index, 0: { length } }) {
  return { start: index, end: index + length }
}

/** The names that a file exports, with the functions of an exported object; what it imports; and its long functions. */
export function outlineOf(file, text) {
  const { program } = parseSync(file, text)
  const names = []
  const imports = []
  const long = []
  let inside = 0
  const enter = ({ start, end }) => {
    if (inside++ === 0 && text.slice(start, end).split('\n').length > longest) long.push(file)
  }
  const leave = () => void inside--
  const kinds = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
  const functions = Object.fromEntries(
    kinds.flatMap((kind) => [
      [kind, enter],
      [`${kind}:exit`, leave],
    ]),
  )
  new Visitor({
    ...functions,
    ImportDeclaration: ({ source, specifiers }) => {
      for (const { imported } of specifiers)
        imports.push({ from: source.value, name: imported?.name ?? imported?.value ?? '*' })
    },
    ExportNamedDeclaration: ({ declaration, specifiers, source }) => {
      if (source !== null) return
      names.push(
        ...specifiers.map(({ exported }) => exported.name ?? exported.value),
        ...namesIn(declaration),
      )
    },
  }).visit(program)
  return { names, imports, long }
}

function namesIn(declaration) {
  if (declaration === null) return []
  if (declaration.id != null) return [declaration.id.name]
  return declaration.declarations.flatMap(({ id, init }) => {
    const members = init?.type === 'ObjectExpression' ? init.properties : []
    const functions = members.filter(({ value }) => /Function/.test(value?.type ?? ''))
    return [id.name, ...functions.map(({ key }) => `${id.name}.${key.name ?? key.value}`)]
  })
}

/** By name, in the order of the page. */
function figures() {
  const folders = ['src', 'scripts', 'bench', 'ci', 'action.yml']
  const files = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' }).split('\n')
  const code = files.filter(isCode)
  const found = new Map()
  const add = (name, figure) => found.set(name, (found.get(name) ?? 0) + figure)
  for (const file of code) {
    const { lines, characters } = codeIn(file, read(file))
    add('lines of code', lines)
    add('characters of code', characters)
    if (isSource(file)) add(`lines of ${dirname(file).split('/').slice(0, 2).join('/')}`, lines)
    else add(`lines of ${file.split('/')[0]}`, lines)
  }
  const outlines = new Map(code.filter(isSource).map((file) => [file, outlineOf(file, read(file))]))
  const users = new Map()
  for (const [file, { imports }] of outlines)
    for (const { from, name } of imports.filter((each) => each.from.startsWith('.'))) {
      const key = `${join(dirname(file), from)} ${name}`
      users.set(key, (users.get(key) ?? new Set()).add(file))
    }
  for (const [file, { names, long }] of outlines) {
    add('exported names', names.length)
    add('exports that one file uses', names.filter((name) => users.get(`${file} ${name}`)?.size === 1).length)
    add(`functions over ${longest} lines`, long.length)
  }
  for (const ending of ['.md', '.json', '.css', '.js', '.bash', '.fish', '.zsh'])
    add(`bytes of data in src (${ending})`, bytes(files.filter((file) => isData(file, ending))))
  add('bytes of generated code in src', bytes(files.filter(isGenerated)))
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function budgetOf(text) {
  return new Map(
    [...text.matchAll(/^\| (.+?) +\| +(\d+) \|$/gm)].map(([, name, figure]) => [name, Number(figure)]),
  )
}

function pageOf(today) {
  const rows = today.map(([name, figure]) => `| ${name} | ${figure} |`)
  return read('docs/development/budget.md').replace(
    /\| What [^]*/,
    ['| What | Budget |', '| :-- | --: |', ...rows, ''].join('\n'),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const today = figures()
  const budget = budgetOf(readFileSync(page, 'utf8'))
  const over = today.filter(([name, figure]) => figure > (budget.get(name) ?? 0))
  for (const [name, figure] of today) console.log(`${name}: ${figure} of ${budget.get(name) ?? 0}`)
  if (process.argv.includes('--write')) writeFileSync(page, pageOf(today))
  else if (process.argv.includes('--check') && over.length > 0) {
    for (const [name, figure] of over)
      console.error(`${name}: ${figure - (budget.get(name) ?? 0)} above the budget`)
    process.exitCode = 1
  }
}
