// Mistakes that people make, each with the whole text that they read. BELFRY_UPDATE=1 updates the texts.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ruleNamed, rules } from '../../src/core/rules.ts'
import { createSandbox, productionApiKey, type Sandbox } from '../../src/sandbox/index.ts'
import { runProgram } from '../support/cli.ts'
import { belfry } from '../support/cli-process.ts'
import { cases, expectText, folderOf, hostileCases, rulesIn, textOf } from '../support/cli-cases.ts'

/** Rules that a folder of files can't break, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  'max-file-size': 'needs a file of more than 8 MiB',
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox()
})
afterAll(() => sandbox.close())

test('there are many', () => {
  expect(cases.length).toBeGreaterThan(150)
})

describe.each(cases.filter(({ seed }) => seed === undefined))('$name', (each) => {
  test('says what is wrong, and sends nothing', async () => {
    const env = { BELFRY_URL: sandbox.url, ...each.env }
    const said = await runProgram(each.args, { cwd: folderOf(each), env, stdin: each.stdin })
    const text = textOf(said).replaceAll(sandbox.url, '{sandbox}')

    expectText(each, text)
    expect(said).toMatchObject({ exit: 3, out: '' })
    // Each secret of the cases has this word in it.
    expect(text).not.toContain('canary')
    expect(sandbox.log).toEqual([])
  })
})

describe.each(cases.filter(({ seed }) => seed !== undefined))('$name', (each) => {
  test('says what would be done or why not, and writes nothing', async () => {
    const live = await createSandbox({ seed: each.seed ?? {}, profile: each.profile })
    onTestFinished(() => live.close())
    const env = { BELFRY_URL: live.url, PRODUCTION_KEY: productionApiKey, ...each.env }
    const said = await runProgram(each.args, { cwd: folderOf(each), env, stdin: each.stdin })
    const text = textOf(said).replaceAll(live.url, '{sandbox}')

    expectText(each, text)
    expect(text).not.toContain('canary')
    expect(live.log.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

describe('the built program says the same', () => {
  const sample = new Set([
    'several-problems-in-several-files',
    'yaml-unclosed-quote',
    'mistake-on-standard-input',
    'project-with-unknown-fields',
    'reference-to-nothing',
  ])
  test.each(cases.filter(({ name }) => sample.has(name)))('$name', async (each) => {
    const env = { BELFRY_URL: sandbox.url, ...each.env }
    const { exit, out, err } = await belfry(each.args, { cwd: folderOf(each), env, stdin: each.stdin })
    expect(out).toBe('')
    expect(textOf({ exit: exit ?? -1, out, err })).toBe(each.expected)
  })
})

describe('every rule', () => {
  const shown = new Set([...cases, ...hostileCases].flatMap(({ expected }) => rulesIn(expected)))

  test.each(rules.map(({ id }) => id).filter((id) => elsewhere[id] === undefined))('%s has a case', (id) => {
    expect(shown).toContain(id)
  })

  test.each(Object.keys(elsewhere))('%s exists', (id) => {
    expect(ruleNamed(id)).toBeDefined()
  })
})
