// belfry compare: selectors that match nothing.
import { expect, test } from 'vitest'
import { cliWorld, people } from '../support/cli-world.ts'

test.each(['--all', '--all --declared', 'Production Production'])(
  '%s refuses a selector that matches nothing',
  async (wish) => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const { exit, out, err } = await run(`compare ${wish} --only integration/sendgird-main`)
    expect({ exit, out }).toEqual({ exit: 3, out: '' })
    expect(err).toContain('--only integration/sendgird-main matches no declared resource')
    expect((await run(`compare ${wish} --exclude subscriber/ops-oncall`)).exit).toBe(0)
  },
)
