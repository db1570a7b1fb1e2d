// The pages say what is so: their commands, options and links exist, and each command was run or is marked as illustrative.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { parseSeed } from '../src/sandbox/index.ts'
import { anchorsIn } from './support/anchors.ts'
import { sampled } from './support/form.ts'
import { expectGolden } from './support/golden.ts'
import { blocksOf, commandsOf, pagePaths, root } from './support/pages.ts'
import { isRun, replay, type PageWorld } from './support/replay/replay.ts'
import { commandNames, optionNames } from './support/program.ts'

const pages = pagePaths().map((path) => {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, url: pathToFileURL(join(root, path)), text, blocks: blocksOf(text) }
})
const quickstart = join(root, 'examples/quickstart')
/** These start from an empty folder, and have tests of their own. */
const elsewhere = new Set(['README.md', 'docs/adopting.md', 'docs/tutorial.md'])
const replayed = pages
  .filter(({ path, blocks }) => !elsewhere.has(path) && blocks.some(isRun))
  .map(({ path }) => path)
/** What a replayed page may start: nothing that leaves its folder or this machine. */
const programs = /^(?:belfry|cat|cd|cp|curl|echo|export|git|grep|head|mkdir|mv|rm|sed|set|sh|tail)$/

// `BELFRY_UPDATE=1 npx vitest run test/pages.test.ts` writes what the program prints now into the pages.
test.each(sampled(replayed, 3))('the commands run, and print what the page shows: %s', async (path) => {
  const file = join(root, path)
  const { text } = await replay(readFileSync(file, 'utf8'), worldOf(path))
  expectGolden({ name: path, file }, text)
})

/** An example in its own folder, on a sandbox with its data; other pages in a copy of the quickstart. */
function worldOf(path: string): PageWorld {
  if (!path.startsWith('examples/')) return { project: quickstart }
  const project = join(root, path, '..')
  const data = join(project, 'sandbox.json')
  return { project, ...(existsSync(data) && { seed: parseSeed(JSON.parse(readFileSync(data, 'utf8'))) }) }
}

test('each block of commands is run by a test, or marked as illustrative', () => {
  // `text` is what isn't typed: output, or a drawing.
  const typed = pages.flatMap(({ path, blocks }) =>
    blocks
      .filter(
        ({ language, text, isIllustrative }) =>
          !isIllustrative && !['console', 'sh'].includes(language) && /^ *(?:\$ )?belfry \w/m.test(text),
      )
      .map(({ from }) => `${path}:${from}`),
  )
  expect(typed, 'use a console or sh block').toEqual([])
  const strange = pages.flatMap(({ path, blocks }) =>
    blocks.filter(isRun).flatMap((block) =>
      commandsOf(block)
        .map(({ line }) => line.replace(/^(?:\w+=\S* )*/, ''))
        .filter((line) => !programs.test(line.split(/\s/)[0] ?? ''))
        .map((line) => `${path}:${block.from} ${line}`),
    ),
  )
  expect(strange, 'mark the block with <!-- illustrative -->').toEqual([])
  const empty = pages.flatMap(({ path, blocks }) =>
    blocks
      .filter((block) => isRun(block) && commandsOf(block).length === 0)
      .map(({ from }) => `${path}:${from}`),
  )
  expect(
    empty,
    'a console block begins with a command after "$ "; what is only printed is a text block',
  ).toEqual([])
})

test('the index of the manual lists every page of it', () => {
  const index = pages.find(({ path }) => path === 'docs/README.md')
  const links = (index?.text ?? '').matchAll(/^\| \[.*?\]\(([^)#]+)\)/gm)
  const listed = new Set([...links].map(([, to]) => `docs/${to}`))
  const all = pages.map(({ path }) => path).filter((path) => path.startsWith('docs/') && path !== index?.path)
  expect(all.filter((path) => !listed.has(path))).toEqual([])
})

test('the glossary is in alphabetical order, and each term has a short text with a link', () => {
  const glossary = pages.find(({ path }) => path === 'docs/glossary.md')?.text ?? ''
  const [, ...parts] = glossary.split(/^## /m)
  const terms = parts.map((part) => part.split('\n')[0]?.toLowerCase() ?? '')
  expect(terms).toEqual([...terms].sort())
  const poor = parts.filter((part) => !/\]\([^)]+\)/.test(part) || part.length > 500)
  expect(poor).toEqual([])
  expect(terms).toEqual(
    expect.arrayContaining(['drift', 'manifest', 'plan', 'primary integration', 'target']),
  )
})

test('each yaml block is valid YAML', () => {
  const broken = pages.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language, text }) => language === 'yaml' && parseDocument(text).errors.length > 0)
      .map(({ from }) => `${path}:${from}`),
  )
  expect(broken).toEqual([])
})

test('every command of a page exists, with its options', () => {
  const [known, names] = [optionNames(), [...commandNames(), 'help']]
  // In a block of code, or between backticks.
  const lines = pages.flatMap(({ text, blocks }) => [
    ...blocks
      .filter(({ language }) => ['console', 'sh'].includes(language))
      .flatMap((block) => commandsOf(block).map(({ line }) => line)),
    ...(text.match(/(?<=`)belfry [^`\n]*(?=`)/g) ?? []),
  ])
  const own = lines.flatMap((line) => line.match(/(?<=^|[|;&] ?|[a-z]=\S+ )belfry [^|;&>]*/g) ?? [])
  expect(own).toContain('belfry apply --yes')
  for (const line of own) {
    const [, command = ''] = line.split(' ')
    if (command.startsWith('-')) continue
    expect({ line, isKnown: names.includes(command) }).toEqual({ line, isKnown: true })
    const unknown = (line.match(/(?<= )--?[a-zA-Z][a-z-]*/g) ?? []).filter((option) => !known.has(option))
    expect({ line, unknown }).toEqual({ line, unknown: [] })
  }
})

test('every option that README.md names exists', () => {
  const known = optionNames()
  const readme = pages.find(({ path }) => path === 'README.md')?.text ?? ''
  // Without the options of other programs.
  const own = readme.replaceAll(/\| tail -n \d+|`(?:npm|docker) [^`]*/g, '')
  const named = new Set(own.match(/(?<=[\s`])--?[a-zA-Z][a-z-]*/g))
  expect([...named].filter((option) => !known.has(option))).toEqual([])
  expect([...named]).toContain('--detailed-exitcode')
})

test('every link leads to a file that exists', () => {
  const links = pages.flatMap(({ url, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, to = '']) => ({ to: new URL(to, url), from: url })),
  )
  const missing = links.filter(({ to }) => to.protocol === 'file:' && !existsSync(to))
  expect(missing.map(({ to, from }) => `${from.pathname} ${to.href}`)).toEqual([])
  expect(links.length).toBeGreaterThan(pages.length)
})

test('every link into a page leads to one of its headings', () => {
  const links = pages.flatMap(({ url, text }) =>
    [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].map(([link, to, anchor]) => {
      const page = to === '' ? url : new URL(to ?? '', url)
      return { link: `${relative(root, fileURLToPath(url))} ${link}`, page, anchor }
    }),
  )
  const dead = links.filter(({ page, anchor = '' }) => !anchorsIn(readFileSync(page, 'utf8')).has(anchor))
  expect(dead.map(({ link }) => link)).toEqual([])
  expect(links.length).toBeGreaterThan(2)
})
