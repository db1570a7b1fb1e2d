import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const wire = new URL('../../src/wire/generated.ts', import.meta.url).href
const folder = new URL('../../src/sandbox/', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)

const contract = new URL('../../schemas/service/', import.meta.url).href

test.each(sources)(
  '%s shares nothing with the client but the contract and the types of the wire',
  (name, source) => {
    const place = new URL(name, folder)
    const imports = [...source.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from '([^']+)'/gm)]
    const foreign = imports
      .filter(([, , path = '']) => !/^(node:|hono(\/|$)|@hono\/|zod$)/.test(path))
      .map(([, type, path = '']) => [type, new URL(path, place).href] as const)
      .filter(([, href]) => !href.startsWith(folder.href) && !href.startsWith(contract))
      .filter(([type, href]) => type === undefined || href !== wire)
    expect(foreign).toEqual([])
    expect(source).not.toMatch(/\bconsole\.|\bprocess\.|import\(|require\(/)
  },
)

test.each(sources)('%s lists nothing again that the contract enumerates', (_, source) => {
  const files = readdirSync(new URL(contract)).filter((name) => name !== 'operations.json')
  const lists = files
    .flatMap((name) => Object.entries(definitionsOf(name)))
    .map(([name, { enum: words = [] }]) => ({ name, words }))
    .filter(({ words }) => words.length > 10)
  const repeated = lists.filter(({ words }) =>
    words.every((word) => new RegExp(`\\b${word}\\b`).test(source)),
  )
  expect(repeated.map(({ name }) => name)).toEqual([])
})

interface Definition {
  readonly enum?: readonly string[]
}

function definitionsOf(name: string): Readonly<Record<string, Definition>> {
  const file = JSON.parse(readFileSync(new URL(name, contract), 'utf8')) as {
    $defs: Record<string, Definition>
  }
  return file.$defs
}
