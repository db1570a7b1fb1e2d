// The text of doctor: what two targets have in common is named once, and measured times don't decide the layout.
import { expect, test } from 'vitest'
import { ok, type Examination } from '../../../src/core/plan/finding.ts'
import { doctorText } from '../../../src/report/text/doctor.ts'
import { plain } from '../../../src/report/text/style.ts'

function examination(times: readonly number[]): Examination {
  const targets = times.map((time, index) => ({
    target: `T${index + 1}`,
    url: 'https://api.example.com',
    findings: [
      ok('reach', `the service answered in ${time} ms over HTTPS`),
      ok('clock', 'the clocks agree'),
      ok('limits', 'the replies contain no rate-limit header'),
    ],
  }))
  return { project: [], targets }
}

test.each([7, 9])('a target that answers in 9 ms, and a target that answers in %d ms', (time) => {
  expect(doctorText(examination([9, time]), 'belfry.yaml', plain)).toBe(`Project  belfry.yaml

T1  https://api.example.com
  ok       reach   the service answered in 9 ms over HTTPS
  ok       clock   the clocks agree
  ok       limits  the replies contain no rate-limit header

T2  https://api.example.com
  ok       reach   the service answered in ${time} ms over HTTPS
  ok       others  same results as for T1: clock, limits

No problems. Nothing was written.
Next: belfry plan
`)
})
