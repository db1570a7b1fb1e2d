// stdout carries the result and nothing else, in colour only where somebody wants it.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { processIo } from '../../../src/cli/terminal/io.ts'
import { failure, startProxy } from '../../support/cli-proxy.ts'
import { cliWorld, people } from '../../support/cli-world.ts'

const warned = `${people}---\nintegrations:\n  - { identifier: x, providerId: nobody, channel: email, targets: [Production] }\n`
const escape = '\u001B['

test('a plan stands on stdout, its warnings on stderr', async () => {
  const { start } = await cliWorld({ 'manifests/people.yaml': warned })
  const { exit, out, err } = await start('plan').ended
  expect(exit).toBe(0)
  expect(out).toMatch(/^Development +http/)
  expect(out).toContain('Next: belfry plan --out plan.json, then belfry apply plan.json')
  expect(out).not.toContain('warning')
  expect(err).toContain('warning  unknown-provider')
  expect(err).toContain('1 warning in 1 file. Nothing was written.')
})

test('a plan that was saved says that nothing was written to the service', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': warned })
  const { err } = await run('plan --out plan.json')
  expect(err).toContain('1 warning in 1 file. Nothing was written to the service.')
})

test('what went wrong stands on stderr alone', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const { out, err } = await run('plan', { env: { BELFRY_URL: 'http://127.0.0.1:9' } })
  expect(out).not.toContain('error')
  expect(err).toContain('error  no-reply')
})

test('an apply tells of each change as it ends, on stdout; with JSON on stderr', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const text = await run('apply --yes -t Development')
  expect(text.err).toBe('')
  expect(text.out).toMatch(/^done +Development +~ subscriber ops-oncall/m)
  const json = await run('apply --yes --format json')
  expect(json.err).toMatch(/^done +Production +~ subscriber ops-oncall .*\n$/)
  expect(() => JSON.parse(json.out) as unknown).not.toThrow()
})

describe('what streams show', () => {
  // Listens for errors of the streams, so there is one for all tests.
  const { outStyle, errStyle } = processIo()
  beforeEach(() => {
    for (const name of ['FORCE_COLOR', 'NO_COLOR', 'TERM', 'LC_ALL', 'LC_CTYPE']) vi.stubEnv(name, undefined)
    vi.stubEnv('LANG', 'C.UTF-8')
  })

  test.each([
    ['where it is forced', 'plan', { FORCE_COLOR: '1' }, true],
    ['none where nobody looks', 'plan', {}, false],
    ['not where 0 forces it', 'plan', { FORCE_COLOR: '0' }, false],
    ['not with NO_COLOR, forced or not', 'plan', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ['not with --no-color, forced or not', 'plan --no-color', { FORCE_COLOR: '1' }, false],
    ['not on a dumb terminal', 'plan', { FORCE_COLOR: '1', TERM: 'dumb' }, false],
  ] as const)('colour: %s', async (_, args, env, isColored) => {
    const { run } = await cliWorld({ 'manifests/people.yaml': warned })
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const { out, err } = await run(args, { io: { outStyle, errStyle } })
    expect([out.includes(escape), err.includes(escape)]).toEqual([isColored, isColored])
  })

  test('colour: never in JSON', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': warned })
    vi.stubEnv('FORCE_COLOR', '1')
    const { out } = await run('plan --format json', { io: { outStyle, errStyle } })
    expect(out).not.toContain(escape)
  })

  test('a locale without Unicode gets ASCII', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people })
    const unicode = await run('plan', { io: { outStyle, errStyle } })
    expect(unicode.out).toContain('Call → Duty')
    vi.stubEnv('LANG', 'C')
    const ascii = await run('plan', { io: { outStyle, errStyle } })
    expect(ascii.out).toContain('Call -> Duty')
  })
})

test('a process looks at its environment', async () => {
  const { start } = await cliWorld({ 'manifests/people.yaml': warned })
  const { out, err } = await start('plan', { env: { FORCE_COLOR: '1', LANG: 'C' } }).ended
  expect([out.includes(escape), err.includes(escape)]).toEqual([true, true])
  expect(out).toContain('Call -> Duty')
})

test('what the service says can not act on a terminal', async () => {
  const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: `\u001B[2J\u0007\u202Ehide` })
  const url = await startProxy(sandbox.url, ({ method }) =>
    method === 'PATCH' ? failure(422, 'no\u001B]0;title\u0007\r\nApplied: 9 done') : undefined,
  )
  const { out, err } = await run('apply --yes', { env: { BELFRY_URL: url } })
  expect(out).toContain(String.raw`\u{1b}[2J\u{7}\u{202e}hide → Duty`)
  expect(out).toContain(String.raw`no\u{1b}]0;title\u{7}\r\nApplied: 9 done`)
  expect(`${out}${err}`).not.toMatch(/[^\n\P{Cc}]/u)
})
