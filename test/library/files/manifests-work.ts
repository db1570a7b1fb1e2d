// Diffs of a manifest in which each resource changes.
import assert from 'node:assert/strict'
import { diffOf } from '../../../src/library/files/changed-manifests.ts'
import type { Loaded } from '../../../src/manifest/load-manifests.ts'
import type { Work } from '../../support/steps/steps.ts'

const file = 'mail.yaml'

/** `linesOf` has the lines of one resource. */
function loaded(size: number, linesOf: (index: number) => readonly string[]): { text: string; all: Loaded } {
  const objects: object[] = []
  const lines = ['integrations:']
  for (let index = 0; index < size; index++) {
    const position = { file, line: lines.length + 1, column: 5, length: 1 }
    objects.push({ desired: { kind: 'integration', target: 'Production', name: `mail-${index}`, position } })
    lines.push(...linesOf(index))
  }
  const collected = new Map([['Production', { objects }]])
  return {
    text: `${lines.join('\n')}\n`,
    all: { written: () => ({ collected, sources: [], shown: () => '' }) } as unknown as Loaded,
  }
}

function diffOfAll(before: (index: number) => readonly string[], after: typeof before): Work {
  return (size) => {
    const [old, next] = [loaded(size, before), loaded(size, after)]
    return () => {
      const diff = diffOf(new Map([[file, next.text]]), new Map([[file, old.text]]), old.all, next.all)
      assert.equal(diff.match(/^\+ /gm)?.length, size)
    }
  }
}

const inBlocks =
  (targets: string) =>
  (index: number): readonly string[] => [`  - identifier: mail-${index}`, '    channel: email', targets]

export const blocks = diffOfAll(inBlocks('    targets: [Staging]'), inBlocks('    targets: [Staging, Production]')) // prettier-ignore
export const someBlocks = diffOfAll(
  (index) => [...inBlocks('    targets: [Staging]')(index), ...inBlocks('    targets: [Staging]')(-index)],
  (index) => [...inBlocks('    targets: [Staging]')(index), ...inBlocks('    targets: [Staging, Production]')(-index)], // prettier-ignore
)
export const oneLineEach = diffOfAll(
  (index) => [`  - { identifier: mail-${index}, targets: [Staging] }`],
  (index) => [`  - { identifier: mail-${index}, targets: [Staging, Production] }`],
)
