// What a failover says at its end: a row for each state and each condition.
import { expect, test } from 'vitest'
import type { FailoverAccount } from '../../src/report/account.ts'
import { failoverText } from '../../src/report/failover.ts'
import { plain } from '../../src/report/text/style.ts'

const primary = 'the primary integration for email in Production'
const done = [{ outcome: { status: 'done' } }]
const window = { from: 0, to: 600_000, delivered: 0, refused: 0 }
const times = '1970-01-01T00:00:00.000Z to 1970-01-01T00:10:00.000Z'
const healthOf = (verdict: string, ...windows: object[]) => ({
  verdict,
  windows: windows.map((each) => ({ ...window, ...each })),
})
const later =
  'Not verified: the service accepted the requests, but a later read returned different values. Run the command again.\n'
const unsure = `Not verified: belfry sent the request that makes ses ${primary}, but could not verify the result. To see which integration is primary, run belfry plan.\n`

test.each<[string, Record<string, unknown>, string]>([
  ['switched', { state: 'switched' }, `Switched: ses is ${primary}.\n`],
  ['switched, not verified', { state: 'switched', exit: 6 }, `Switched: ses is ${primary}.\n${later}`],
  ['unknown', { state: 'unknown', exit: 6 }, unsure],
  ['already', { state: 'already' }, `Nothing to do: ses is ${primary} already.\n`],
  ['not switched', { state: 'not switched' }, `Not switched: belfry did not make ses ${primary}.\n`],
  [
    'activated only',
    { state: 'not switched', results: done },
    `Not switched: belfry did not make ses ${primary}.\nses is active now.\n`,
  ],
  [
    'activated only, declared inactive',
    { state: 'not switched', results: done, isDeclaredInactive: true },
    `Not switched: belfry did not make ses ${primary}.\nses is active now. To undo this, run belfry apply.\n`,
  ],
  ['a standby has it', { state: 'left' }, `Nothing to do: the standby mail is ${primary} already.\n`],
  [
    'healthy',
    { state: 'left', health: healthOf('healthy', {}, { delivered: 3 }) },
    `${times}: 0 of 0 messages refused\n${times}: 0 of 3 messages refused (0%)\nResult: healthy.\nNothing to do.\n`,
  ],
  [
    'failing',
    { state: 'left', health: healthOf('failing', { delivered: 1, refused: 2, isSample: true }) },
    `${times}: 2 of 3 messages refused (67%), in the newest 1000 events\nResult: failing.\nTo switch to ses, run the command again with --yes.\n`,
  ],
  [
    'a measurement that was printed with the plan',
    { state: 'switched', health: healthOf('failing', {}), plan: {} },
    `Switched: ses is ${primary}.\n`,
  ],
  ['no state', {}, ''],
])('%s', (_, account, text) => {
  const names = { target: 'Production', channel: 'email', from: 'mail', to: 'ses', exit: 0 }
  expect(failoverText({ ...names, ...account } as unknown as FailoverAccount, plain)).toBe(text)
})
