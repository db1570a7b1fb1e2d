// Input from people who want harm, each with the whole text that is answered. BELFRY_UPDATE=1 updates the texts.
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { holdsHidden } from '../../src/core/visible.ts'
import { runProgram } from '../support/cli.ts'
import { workflowCommands } from '../support/workflow-commands.ts'
import { cases, expectText, folderOf, hostileCases } from '../support/cli-cases.ts'

/** Nothing listens there, and nothing of this may ask. */
const url = 'http://127.0.0.1:9'

test('there are many', () => {
  expect(hostileCases.length).toBeGreaterThanOrEqual(100)
})

test('no link climbs out of the case, for what it reaches there depends on the machine', () => {
  const climbing = [...cases, ...hostileCases].flatMap(({ name, files }) =>
    files.filter(({ path, target = '' }) => /^(?:\.\.\/){2}/.test(join(dirname(path), target))).map(() => name),
  )
  expect(climbing).toEqual([])
})

describe.each(hostileCases)('$name', (each) => {
  test('is harmless', async () => {
    const { exit, out, err } = await runProgram(each.args, {
      cwd: folderOf(each),
      env: { BELFRY_URL: url, HOME: '/somewhere', ...each.env },
      stdin: each.stdin,
    })
    const text = `exit ${exit}\n${out}${err}`

    expectText(each, text)
    expect([0, 3]).toContain(exit)
    expect(holdsHidden(text.replaceAll('\n', ''))).toBe(false)
    expect(workflowCommands(text)).toEqual([])
    expect(text).not.toContain('root:x:')
    expect({}).not.toHaveProperty('polluted')
  })
})
