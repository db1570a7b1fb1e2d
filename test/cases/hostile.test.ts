// Input from people who want harm, each with the whole text that is answered. BELFRY_UPDATE=1 updates the texts.
import { readdirSync, readlinkSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hidden } from '../../src/core/visible.ts'
import { runProgram } from '../support/cli.ts'
import { expectText, hostileCases } from '../support/cli-cases.ts'

/** Nothing listens there, and nothing of this may ask. */
const url = 'http://127.0.0.1:9'

test('there are many', () => {
  expect(hostileCases.length).toBeGreaterThanOrEqual(100)
})

test('no link climbs out of the cases, for what it reaches there depends on how deep the checkout is', () => {
  const root = import.meta.dirname
  const climbing = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((link) => {
      const to = readlinkSync(link)
      return !isAbsolute(to) && !resolve(dirname(link), to).startsWith(`${root}/`)
    })
  expect(climbing).toEqual([])
})

describe.each(hostileCases)('$name', (each) => {
  test('is harmless', async () => {
    const { exit, out, err } = await runProgram(each.args, {
      cwd: each.folder,
      env: { BELFRY_URL: url, HOME: '/somewhere', ...each.env },
      stdin: each.stdin,
    })
    const text = `exit ${exit}\n${out}${err}`

    expectText(each, text)
    expect([0, 3]).toContain(exit)
    expect(text.replaceAll('\n', '').match(hidden)).toBeNull()
    expect(text).not.toContain('root:x:')
    expect({}).not.toHaveProperty('polluted')
  })
})
