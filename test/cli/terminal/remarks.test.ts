// The remarks of an operation follow its output, also if the operation ends by an error.
import { expect, test } from 'vitest'
import type { Io } from '../../../src/cli/terminal/io.ts'
import type { Output } from '../../../src/cli/output.ts'
import type { Progress } from '../../../src/cli/terminal/progress.ts'
import { observed } from '../../../src/cli/terminal/run.ts'
import type { Run } from '../../../src/library/run.ts'

test('remarks are printed, also if an error follows', async () => {
  const printed: string[] = []
  const io = { err: (text: string) => printed.push(text), onSignal: () => () => undefined } as unknown as Io
  const run = (carryOut: (run: Run) => Promise<number>) =>
    observed({ progress: {} as Progress }, {} as Output, io, carryOut)
  await run(({ remark }) => {
    remark('The ledger is not written.')
    printed.push('the result\n')
    return Promise.resolve(0)
  })
  const failed = run(({ remark }) => {
    remark('The ledger is not written either.')
    return Promise.reject(new Error('the end'))
  })
  await expect(failed).rejects.toThrow('the end')
  expect(printed).toEqual([
    'the result\n',
    'The ledger is not written.\n',
    'The ledger is not written either.\n',
  ])
})
