// stdout carries the result and nothing else, in colour only where somebody wants it.
import { describe, expect, test } from 'vitest'
import { failure, startProxy } from '../support/cli-proxy.ts'
import { cliWorld, people } from '../support/cli-world.ts'
import { sampled } from '../support/form.ts'

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

test('what went wrong stands on stderr alone', async () => {
  const { start } = await cliWorld({ 'manifests/people.yaml': people })
  const { out, err } = await start('plan', { env: { BELFRY_URL: 'http://127.0.0.1:9' } }).ended
  expect(out).not.toContain('error')
  expect(err).toContain('error  no-reply')
})

test('an apply tells of each change as it ends, on stdout; with JSON on stderr', async () => {
  const { start } = await cliWorld({ 'manifests/people.yaml': people })
  const text = await start('apply --yes -t Development').ended
  expect(text.err).toBe('')
  expect(text.out).toMatch(/^done +Development +~ subscriber ops-oncall/m)
  const json = await start('apply --yes --format json').ended
  expect(json.err).toMatch(/^done +Production +~ subscriber ops-oncall .*\n$/)
  expect(() => JSON.parse(json.out) as unknown).not.toThrow()
})

describe('colour', () => {
  const colours = [
    ['where it is forced', 'plan', { FORCE_COLOR: '1' }, true],
    ['none where nobody looks', 'plan', {}, false],
    ['not where 0 forces it', 'plan', { FORCE_COLOR: '0' }, false],
    ['not with NO_COLOR, forced or not', 'plan', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ['not with --no-color, forced or not', 'plan --no-color', { FORCE_COLOR: '1' }, false],
    ['not on a dumb terminal', 'plan', { FORCE_COLOR: '1', TERM: 'dumb' }, false],
  ] as const

  test.each(sampled(colours, 3))('%s', async (_, args, env, isColored) => {
    const { start } = await cliWorld({ 'manifests/people.yaml': warned })
    const { out, err } = await start(args, { env }).ended
    expect([out.includes(escape), err.includes(escape)]).toEqual([isColored, isColored])
  })

  test('never in JSON', async () => {
    const { start } = await cliWorld({ 'manifests/people.yaml': warned })
    const { out } = await start('plan --format json', { env: { FORCE_COLOR: '1' } }).ended
    expect(out).not.toContain(escape)
  })
})

test('a locale without Unicode gets ASCII', async () => {
  const { start } = await cliWorld({ 'manifests/people.yaml': people })
  const ascii = await start('plan', { env: { LANG: 'C' } }).ended
  expect(ascii.out).toContain('Call -> Duty')
  const unicode = await start('plan').ended
  expect(unicode.out).toContain('Call → Duty')
})

test('what the service says can not act on a terminal', async () => {
  const { start, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  sandbox.state.subscribers.edit('Production', 'ops-oncall', { lastName: `\u001B[2J\u0007\u202Ehide` })
  const url = await startProxy(sandbox.url, ({ method }) =>
    method === 'PATCH' ? failure(422, 'no\u001B]0;title\u0007\r\nApplied: 9 done') : undefined,
  )
  const { out, err } = await start('apply --yes', { env: { BELFRY_URL: url } }).ended
  expect(out).toContain(String.raw`\u{1b}[2J\u{7}\u{202e}hide → Duty`)
  expect(out).toContain(String.raw`no\u{1b}]0;title\u{7}\r\nApplied: 9 done`)
  expect(`${out}${err}`).not.toMatch(/[^\n\P{Cc}]/u)
})
