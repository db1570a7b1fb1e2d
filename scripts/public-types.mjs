// Removes the declarations that nothing of the library's types leads to: the package ships those that programs can see.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const types = join(import.meta.dirname, '../dist/types')

/** The files that the library's types lead to, and what they import besides each other and Node: `[file, package]`. */
export function publicTypes(root = types) {
  const files = new Set()
  const foreign = []
  const visit = (file) => {
    if (files.has(file)) return
    files.add(file)
    for (const name of importsIn(readFileSync(file, 'utf8'))) {
      if (name.startsWith('.')) visit(resolve(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')))
      else if (!name.startsWith('node:')) foreign.push([file.slice(root.length + 1), name])
    }
  }
  visit(join(root, 'index.d.ts'))
  return { files, foreign }
}

function importsIn(text) {
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|<reference types=)["']([^"']+)["']/g)
  return Array.from(found, ([, name]) => name)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { files } = publicTypes()
  for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && !files.has(file)) rmSync(file)
  }
}
