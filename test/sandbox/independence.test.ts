import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../src/sandbox/', import.meta.url)
const sources = readdirSync(folder).map(
  (name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const,
)

test.each(sources)('%s shares nothing with the client but the types of the wire', (_, source) => {
  const imports = [...source.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from '([^']+)'/gm)]
  const foreign = imports
    .map(([, type, path = '']) => `${type === undefined ? 'import' : 'import type'} ${path}`)
    .filter((text) => !/ (\.\/|node:|hono(\/|$)|@hono\/|zod$)/.test(text))
    .filter(
      (text) =>
        text !== 'import type ../wire/generated.ts' && text !== 'import type * as ../wire/generated.ts',
    )
  expect(foreign).toEqual([])
  expect(source).not.toMatch(/\bconsole\.|\bprocess\.|import\(|require\(/)
})
