// An option is written once: its row makes the option of the command, its help, completion, reference, checks and type.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Io } from '../../../src/cli/terminal/io.ts'

const rows = '../../../src/library/options/manifests.ts'
const script = new URL('../../../scripts/option-types.mjs', import.meta.url).href
const silent = { out: () => undefined, err: () => undefined } as unknown as Io

beforeAll(() => {
  vi.resetModules()
  vi.doMock(rows, async (actual) => {
    const real = await actual<{ readonly validateFlags: object }>()
    const { wholeNumber } = await import('../../../src/library/options/readers.ts')
    const probe = { argument: '<number>', help: 'a new option', about: 'A new option.', ...wholeNumber(1, 9) }
    return { ...real, validateFlags: { ...real.validateFlags, probe } }
  })
})

afterAll(() => {
  vi.doUnmock(rows)
  vi.resetModules()
})

test('one more row is one more option of the command and of programs', async () => {
  const { build } = await import('../../../src/cli/program/program.ts')
  const { commandRows } = await import('../../../src/cli/program/command.ts')
  const { candidatesFor } = await import('../../../src/cli/completion/candidates.ts')
  const { optionText } = await import('../../../src/cli/options/repeat.ts')
  const { optionProblems, requestOf } = await import('../../../src/library/options/methods.ts')
  const types = await import('../../../src/cli/program/reference.ts')
  const { validateFlags } = await import('../../../src/library/options/manifests.ts')
  const program = build([], silent, () => undefined)
  const command = program.commands.find((each) => each.name() === 'validate')
  expect(command?.helpInformation()).toMatch(/--probe <number> +a new option/)
  const reference = commandRows().find(({ name }) => name === 'validate')
  expect(reference?.options).toContainEqual(
    expect.objectContaining({ name: '--probe', help: 'a new option' }),
  )
  expect(await candidatesFor(['validate', '--pro'], program, silent)).toEqual([
    { word: '--probe', about: 'a new option' },
  ])
  expect(optionText(validateFlags)('probe', 4)).toBe('--probe 4')
  expect(optionProblems('validate', { probe: 'x' }).map(({ message }) => message)).toEqual([
    'probe must be a number',
  ])
  expect(requestOf('validate', { probe: 4 })).toMatchObject({ probe: 4, mistakes: [] })
  expect(requestOf('validate', { probe: 10 }).mistakes).toMatchObject([
    { message: 'probe 10 is not a whole number from 1 to 9' },
  ])
  const { optionTypes } = (await import(/* @vite-ignore */ script)) as {
    readonly optionTypes: (made: ReturnType<typeof types.optionTypes>) => Promise<string>
  }
  expect(await optionTypes(types.optionTypes())).toContain(
    '  /** A new option. */\n  readonly probe?: number\n',
  )
})
