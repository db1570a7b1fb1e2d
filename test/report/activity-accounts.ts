// Recorded accounts of the commands that have text and JSON alone. What no run brings about is a difference to a recorded one.
import type { AnyAccount } from '../../src/report/account.ts'
import { recorded, recordedOf } from '../support/recorded.ts'
import { recordings } from '../support/recordings.ts'

const audited = await recordedOf('audit', 'audited')
const notFailedOver = await recordedOf('failover', 'not failed over')
const logged = await recordedOf('log', 'logged')

const all: Record<string, AnyAccount> = {}
for (const name of Object.keys(recordings)) all[name] = await recorded(name)

export const activityAccounts: Readonly<Record<string, AnyAccount>> = {
  ...all,
  // Only some releases keep credentials to themselves.
  audited: {
    ...audited,
    targets: (audited.targets ?? []).map((each) => ({ ...each, unchecked: 'credentials' })),
  },
  // Names of integrations are checked in manifests, and not by the service.
  'not failed over': { ...notFailedOver, to: 'ses-eu\u001b[31m' },
  // A run that was killed left half a line.
  logged: {
    ...logged,
    result: { runs: logged.result?.runs ?? [], damaged: [{ file: 'j.ndjson', line: 4 }] },
  },
}
