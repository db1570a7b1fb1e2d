// What live values say that want to act: shown by the commands about what happened, and acting on nobody.
import { expect, test } from 'vitest'
import { virtualClock, type Seed } from '../../../src/sandbox/index.ts'
import { activityWorld } from '../../support/activity-world.ts'
import { actingIn, hostileText } from '../../support/hostile-text.ts'
import { workflowCommands } from '../../support/workflow-commands.ts'

// Commands at its very start, as most of it would stand at the start of a line or a cell.
const hostile = `::error::first ${hostileText}`.replaceAll(/\p{Cs}/gu, '')
const template = { type: 'email', subject: hostile, title: hostile, content: hostile }
const live: Seed = {
  subscribers: [
    { environment: 'Production', subscriberId: 'jane', firstName: hostile, email: 'j@acme.example' },
  ],
  workflows: [
    {
      environment: 'Production',
      identifier: 'dear',
      name: hostile,
      steps: [{ name: hostile, active: true, template }],
    },
  ],
}
const suite = `targets: [Production]
workflow: dear
to: jane
cases: [{ name: first, expect: { email: sent, subject: other } }]
`

test.each(['text', 'json'])('as %s', async (format) => {
  const { run, sandbox } = await activityWorld(live, { 'smoke.yaml': suite }, { clock: virtualClock() })
  const trigger = ['trigger', 'dear', '--to', 'jane', '--wait']
  const payload = ['--payload', JSON.stringify({ text: hostile })]
  await run([...trigger, ...payload])
  sandbox.providers.set('mailgun', { outcome: 'refuse', text: hostile })
  const [event] = sandbox.state.notifications('Production')
  const list = await run(['messages', 'list', '--format', 'ndjson'])
  const { _id: message } = JSON.parse(list.out.split('\n')[0] ?? '') as { _id: string }
  const formats = format === 'json' ? ['json', 'ndjson'] : ['text']
  const commands = [
    ...formats.flatMap((each) => ['events', 'messages'].map((noun) => [noun, 'list', '--format', each])),
    ['events', 'get', String(event?._id), '--explain', '--format', format],
    ['messages', 'get', message, '--format', format],
    ['doctor', '--format', format],
    [...trigger, ...payload, '--format', format],
    ['smoke', 'smoke.yaml', '--format', format],
  ]
  let said = ''
  for (const command of commands) {
    const { out, err } = await run(command)
    said += out
    expect([command, actingIn(out + err)]).toEqual([command, []])
    expect([command, workflowCommands(`${out}\n${err}`)]).toEqual([command, []])
    expect(err).not.toContain('this is a bug')
  }
  expect(said).toContain('::error::first')
})
