// What happens before a run writes the ledger: its temporary file is opened beside it.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/** Calls `act` with the number of the write, from 1, before each until the result is called or the test is finished. */
export function beforeLedgerWrites(act: (count: number) => void): () => void {
  const real = fs.openSync
  let count = 0
  const put = (open: typeof real): void => {
    fs.openSync = open
    syncBuiltinESMExports()
  }
  put((path, ...rest) => {
    if (String(path).includes('.ledger.json.')) act(++count)
    return real(path, ...rest)
  })
  onTestFinished(() => put(real))
  return () => put(real)
}
