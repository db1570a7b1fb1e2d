// A run of smoke suites: the lines of each case, under the name of its suite.
import { slowEvents, type SmokeRun } from '../../core/delivery/smoke.ts'
import { present } from '../../core/given.ts'
import { casesBySuite } from '../text/smoke.ts'
import { diff } from '../text/style.ts'
import { group, sentences, type Node } from './node.ts'

export function smokeNodes(run: SmokeRun): readonly Node[] {
  return [
    sentences(present(slowEvents(run))),
    ...casesBySuite(run, diff).flatMap(({ name, cases }) =>
      group(name, [{ is: 'lines', noun: 'case', items: cases.map((lines) => ({ lines })) }]),
    ),
  ]
}
