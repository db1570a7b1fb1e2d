// Packs the built belfry for npm: node scripts/pack.mjs FOLDER. Besides what `npm pack` does, the links in its pages lead
// somewhere: to a file of the package, else to the project's address, and without an address they are plain text.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { addressOf, fileOf, pageOf } from './address.mjs'

const root = join(import.meta.dirname, '..')

/**
 * Makes FOLDER/belfry-VERSION.tgz and returns what `npm pack --json` says of it.
 * @param {string} folder
 * @param {import('./address.mjs').Manifest} [manifest]
 */
export function pack(folder, manifest) {
  const stage = mkdtempSync(join(tmpdir(), 'belfry-pack-'))
  try {
    putFiles(stage, manifest)
    return npmPack(stage, ['--pack-destination', resolve(folder)])
  } finally {
    rmSync(stage, { recursive: true })
  }
}

/** Puts the files of the package into a folder, and returns their paths there. */
export function putFiles(folder, manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))) {
  const address = addressOf(manifest)
  const paths = npmPack(root, ['--dry-run']).files.map(({ path }) => path)
  for (const path of paths) {
    const from = join(root, path)
    const to = join(folder, path)
    mkdirSync(dirname(to), { recursive: true })
    if (path.endsWith('.md')) {
      const place = { path, paths, address, version: manifest.version }
      writeFileSync(to, withNarrowTables(packedPage(readFileSync(from, 'utf8'), place)))
    }
    // Programs read them, so they need no white space, which is half of their size.
    else if (path.startsWith('schemas/'))
      writeFileSync(to, JSON.stringify(JSON.parse(readFileSync(from, 'utf8'))))
    else copyFileSync(from, to)
  }
  // They are for developers.
  const { scripts: _, ...published } = manifest
  const places = address && { homepage: `${address}#readme`, bugs: { url: `${address}/issues` } }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...published, ...places }, null, 2)}\n`)
  return paths
}

function npmPack(cwd, flags) {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--ignore-scripts', '--json', ...flags], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  })
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`)
  return JSON.parse(stdout)[0]
}

/**
 * The text of a page with the links that it has in the package.
 * @param {string} text
 * @param {{ path: string, paths: readonly string[], address: string | undefined, version: string }} place
 */
function packedPage(text, { path, paths, address, version }) {
  let packed = text
  // From the end, so that the offsets before it stay right.
  for (const node of linksIn(fromMarkdown(text)).reverse()) {
    const [, target, anchor = ''] = /^([^#]*)(#.*)?$/.exec(node.url)
    const file = posix.join(posix.dirname(path), target)
    const isPacked = paths.some((each) => each === file || each.startsWith(`${file}/`))
    // npm shows the README alone, so only an address leads from there to other files.
    if (isPacked && (address === undefined || path !== 'README.md')) continue
    const place = node.type === 'image' ? fileOf : pageOf
    const { start, end } = node.position
    const before = packed.slice(0, start.offset)
    const after = packed.slice(end.offset)
    if (address !== undefined)
      packed = before + linkTo(place(address, version, file) + anchor, node, text) + after
    else if (node.type === 'link') packed = before + textOf(node, text) + after
    // An image stands alone in its paragraph.
    else packed = before + after.replace(/^\n+/, '')
  }
  return packed
}

/** Without the spaces that align the columns of tables, a quarter of the manual's size. Code stays as it is. */
function withNarrowTables(text) {
  return text.replaceAll(/^```[^]*?^```$|^\|.*$/gm, (part) =>
    part.startsWith('`') ? part : part.replaceAll(/ +\|/g, ' |').replaceAll(/-{4,}(?=:? \|)/g, '---'),
  )
}

/** Those to files, in reading order. */
function linksIn(node) {
  if (['link', 'image'].includes(node.type)) return /^(?:[a-z]+:|#)/.test(node.url) ? [] : [node]
  if (node.type === 'definition' && !node.url.startsWith('https:'))
    throw new Error(`[${node.identifier}]: ${node.url}: write a link to a file in its place, [text](file)`)
  return (node.children ?? []).flatMap(linksIn)
}

function linkTo(url, node, text) {
  return node.type === 'image' ? `![${node.alt}](${url})` : `[${textOf(node, text)}](${url})`
}

/** As it is written between the brackets. */
function textOf({ children }, text) {
  return text.slice(children[0].position.start.offset, children.at(-1).position.end.offset)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('Usage: node scripts/pack.mjs FOLDER')
    process.exitCode = 3
  } else {
    mkdirSync(folder, { recursive: true })
    const { filename, entryCount, size } = pack(folder)
    console.log(`${join(folder, filename)}: ${entryCount} files, ${Math.ceil(size / 1024)} KiB`)
  }
}
