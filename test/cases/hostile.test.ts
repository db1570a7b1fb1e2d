// Input from people who want harm, each with the whole text that is answered. BELFRY_UPDATE=1 writes the texts anew.
import { describe, expect, test } from 'vitest'
import { hidden } from '../../src/core/hidden.ts'
import { runProgram } from '../support/cli.ts'
import { expectedOf, hostileCases, saveExpected } from '../support/cli-cases.ts'

/** Nothing listens there, and nothing of this may ask. */
const url = 'http://127.0.0.1:9'

test('there are many', () => {
  expect(hostileCases.length).toBeGreaterThanOrEqual(100)
})

describe.each(hostileCases)('$name', (each) => {
  test('is harmless', async () => {
    const { exit, out, err } = await runProgram(each.args, {
      cwd: each.folder,
      env: { BELFRY_URL: url, HOME: '/somewhere', ...each.env },
      stdin: each.stdin,
    })
    const text = `exit ${exit}\n${out}${err}`
    if (process.env['BELFRY_UPDATE'] === '1') saveExpected(each, text)

    expect(text).toBe(expectedOf(each))
    expect([0, 3]).toContain(exit)
    expect(text.replaceAll('\n', '').match(hidden)).toBeNull()
    expect(text).not.toContain('root:x:')
    expect({}).not.toHaveProperty('polluted')
  })
})
