import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const wire = new URL('../../src/wire/generated.ts', import.meta.url).href
const folder = new URL('../../src/sandbox/', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)

test.each(sources)('%s shares nothing with the client but the types of the wire', (name, source) => {
  const place = new URL(name, folder)
  const imports = [...source.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from '([^']+)'/gm)]
  const foreign = imports
    .filter(([, , path = '']) => !/^(node:|hono(\/|$)|@hono\/|zod$)/.test(path))
    .map(([, type, path = '']) => [type, new URL(path, place).href] as const)
    .filter(([, href]) => !href.startsWith(folder.href))
    .filter(([type, href]) => type === undefined || href !== wire)
  expect(foreign).toEqual([])
  expect(source).not.toMatch(/\bconsole\.|\bprocess\.|import\(|require\(/)
})
