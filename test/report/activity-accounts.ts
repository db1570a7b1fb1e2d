// Recorded accounts of the commands that have text and JSON alone. What no run brings about is a difference to a recorded one.
import { mapEach } from '../../src/core/value.ts'
import type { AnyAccount } from '../../src/report/account.ts'
import { recorded, recordedOf } from '../support/recorded.ts'
import { recordings } from '../support/recordings.ts'

const audited = recordedOf('audit', 'audited')
const notFailedOver = recordedOf('failover', 'not failed over')
const logged = recordedOf('log', 'logged')

export const activityAccounts: Readonly<Record<string, AnyAccount>> = {
  ...mapEach(recordings, (_, name) => recorded(name)),
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
