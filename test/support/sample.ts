// `npm test` runs only one of several tests of the dearest files. The full form runs all of them, and so does vitest with a file.
import { dirname, relative } from 'node:path'
import { env } from 'node:process'
import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { isFull } from './form.ts'

/** One of how many tests. */
const shares: Readonly<Record<string, number>> = {
  'cases/hostile.test.ts': 3,
  'cli/apply/approved-plan.test.ts': 4,
  'cli/apply/interrupt.test.ts': 4,
  'cli/apply/ledger.test.ts': 4,
  'cli/apply/saved-plan-file.test.ts': 3,
  'cli/apply/saved-plan.test.ts': 4,
  'cli/canary-table.test.ts': 4,
  'cli/canary.test.ts': 5,
  'cli/commands/primaries.test.ts': 5,
  'cli/commands/rules.test.ts': 4,
  'cli/completion/completion.test.ts': 4,
  'cli/exit.test.ts': 4,
  'cli/options/flags.test.ts': 4,
  'cli/options/printed-commands.test.ts': 4,
  'cli/privacy.test.ts': 4,
  'cli/program/exit-matrix.test.ts': 4,
  'cli/program/matrix.test.ts': 4,
  'cli/program/service-errors.test.ts': 4,
  'cli/terminal/streams.test.ts': 4,
  'cli/trigger/smoke-endings.test.ts': 4,
  'cli/trigger/trigger-failures.test.ts': 4,
  'cli/trigger/trigger-wait.test.ts': 4,
  'delivery/wait.test.ts': 4,
  'editors/language-server.test.ts': 3,
  'engine/apply/freshness.test.ts': 4,
  'engine/plan/least-requests.test.ts': 4,
  'examples.test.ts': 2,
  'laws/arrives.test.ts': 3,
  'laws/deadlines.test.ts': 6,
  'laws/ignored.test.ts': 3,
  'laws/killed-between-files.test.ts': 4,
  'laws/profiles.test.ts': 4,
  'laws/spliced.test.ts': 3,
  'library/sides/cause-table.test.ts': 4,
  'library/sides/causes.test.ts': 3,
  'library/sides/diff-base.test.ts': 3,
  'library/sides/diff-formats.test.ts': 3,
  'library/sides/diff-revisions.test.ts': 3,
  'library/sides/guards.test.ts': 5,
  'library/failover/cronjob.test.ts': 4,
  'library/failover/drift.test.ts': 5,
  'library/failover/journal.test.ts': 5,
  'library/failover/kill.test.ts': 2,
  'library/failover/states.test.ts': 15,
  'library/failover/story.test.ts': 4,
  'library/failover/table.test.ts': 3,
  'library/init/init.test.ts': 4,
  'library/listing/events.test.ts': 4,
  'library/listing/follow.test.ts': 3,
  'library/listing/planted-secrets.test.ts': 5,
  'library/open.test.ts': 4,
  'library/secret-command/secret-command.test.ts': 4,
  'manifest/text/input-limits.test.ts': 4,
  'manifest/text/locate.test.ts': 4,
  'package/address.test.ts': 6,
  'package/release.test.ts': 7,
  'pipelines/action.test.ts': 4,
  'pipelines/drift.test.ts': 6,
  'pipelines/merges.test.ts': 2,
  'pipelines/policy.test.ts': 7,
  'pipelines/scale.test.ts': 4,
  'pipelines/second-day.test.ts': 2,
  'pipelines/templates.test.ts': 11,
  'pipelines/way-back.test.ts': 4,
  'policy.test.ts': 4,
  'report/markdown/markdown.test.ts': 4,
  'sandbox/faults/rules.test.ts': 4,
  'sandbox/operations/search.test.ts': 4,
  'sandbox/process.test.ts': 5,
  'service/limits.test.ts': 6,
  'service/rate.test.ts': 4,
  'service/transport.test.ts': 4,
}
const folder = dirname(import.meta.dirname)

beforeEach(({ task, skip }) => {
  const share = shares[relative(folder, task.file.filepath)] ?? 1
  if (isFull || env['npm_lifecycle_event'] !== 'test') return
  skip(testsIn(task.file).indexOf(task) % share !== 0, 'only in the full form')
})

function testsIn(suite: RunnerTestSuite): RunnerTestCase[] {
  return suite.tasks.flatMap((each) => (each.type === 'suite' ? testsIn(each) : each))
}
