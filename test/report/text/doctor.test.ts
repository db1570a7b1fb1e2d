// The text of doctor: findings below each other, with hints, and the next step.
import { expect, test } from 'vitest'
import { note, ok, problem, type Finding } from '../../../src/core/plan/finding.ts'
import { doctorNodes } from '../../../src/report/text/text.ts'
import { nodesText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'

const textOf = (findings: readonly Finding[]): string =>
  nodesText(
    doctorNodes({ project: [], targets: [{ target: 'T1', url: 'https://api.example.com', findings }] }),
    plain,
  )

test('without problems, the next step is a plan', () => {
  expect(textOf([ok('reach', 'it answers'), note('protected', 'it is protected', 'Do this.')]))
    .toBe(`Project  no belfry.yaml

T1  https://api.example.com
  ok       reach      it answers
  note     protected  it is protected
                      Do this.

No problems, 1 note. Nothing was written.
Next: belfry plan
`)
})

test('a problem comes first', () => {
  expect(textOf([problem('key', 'it is missing')])).toBe(`Project  no belfry.yaml

T1  https://api.example.com
  problem  key  it is missing

1 problem: belfry apply would stop. Nothing was written (exit 3).
Next: fix the first problem above, then run belfry doctor again.
`)
})
