// Every format that there is shows a hostile account, and no character in it acts on a terminal or hides something.
import { describe, expect, test } from 'vitest'
import type { Account, AnyAccount } from '../../src/report/account.ts'
import { integration } from '../../src/kinds/integration/integration.ts'
import { manifestText } from '../../src/manifest/write/yaml.ts'
import { formats, isFormatOf, type Format } from '../../src/report/formats.ts'
import type { Context } from '../../src/report/context.ts'
import { plain } from '../../src/report/text/style.ts'
import { masksFor } from '../../src/cli/masks.ts'
import { wholeOf } from '../support/golden.ts'
import { actingIn, hostileText } from '../support/hostile-text.ts'
import { accounts, hostileTexts } from '../support/sample-accounts.ts'
import { workflowCommands } from '../support/workflow-commands.ts'

const context: Context = { style: plain, version: '0.1.0', madeAt: '2026-01-05T09:00:00.000Z', reports: {} }

const position = { file: `${hostileText}.yaml`, line: 1, column: 1, length: 1 }
const problems = [hostileText, ...hostileTexts].map((message) => ({
  rule: 'wrong-value',
  severity: 'error' as const,
  message,
  hint: message,
  target: message,
  position,
  frame: [{ number: 1, text: message, mark: { column: 1, length: 1 } }],
}))

/** Saved plans hold what the project file checks elsewhere. */
const savedElsewhere = accounts.hostile.plan && {
  ...accounts.hostile.plan,
  sections: accounts.hostile.plan.sections.map((section) => ({ ...section, url: hostileText })),
}

const manifest = manifestText([
  {
    kind: integration,
    name: hostileText,
    fields: { identifier: hostileText, name: `::${hostileText}`, rules: { [hostileText]: [hostileText] } },
    perTarget: { [hostileText]: { name: hostileText } },
    targets: [hostileText],
    lives: new Map(),
    notes: [{ field: hostileText, why: hostileText }],
  },
])
const place = { file: hostileText, resource: hostileText, field: hostileText, line: 1 }
const exported = {
  files: [{ file: hostileText, holds: hostileText }],
  variables: [{ name: hostileText, resource: hostileText, field: hostileText, target: hostileText }],
  left: [{ kind: hostileText, name: hostileText, target: hostileText, why: hostileText }],
  notes: [{ resource: hostileText, note: hostileText }],
  channels: 0,
}
const updated = {
  isWritten: false,
  changes: [{ ...place, before: hostileText, after: hostileText }],
  appended: [{ file: hostileText, resource: hostileText }],
  leftAlone: [{ ...place, why: hostileText }],
  diff: `--- a\n+++ b\n@@ -1 +1 @@\n-${hostileText}\n+${hostileText}\n`,
}

/** Each command's own, for formats that tell of some only. */
const hostile: readonly AnyAccount[] = [
  accounts.hostile,
  { ...accounts.hostile, problems },
  { ...accounts.hostile, ...(savedElsewhere && { plan: savedElsewhere }) },
  { command: 'validate', exit: 3, files: 1, problems },
  { command: 'apply', exit: 4, problems, ...(accounts.hostile.plan && { plan: accounts.hostile.plan }) },
  { command: 'events list', exit: 0, problems, data: [{ _id: hostileText, status: hostileText }] },
  {
    command: 'get integrations',
    exit: 0,
    problems,
    data: [{ identifier: hostileText, name: hostileText }],
    manifest,
  },
  { command: 'export', exit: 0, problems, result: { out: hostileText, ...exported } },
  { command: 'export', exit: 0, problems, result: { ...exported, ...updated } },
  { command: 'messages get', exit: 0, problems, item: { _id: hostileText, content: hostileText } },
]

interface PlanJson {
  readonly problems: readonly { readonly message: string; readonly hint: string }[]
  readonly plan: { readonly sections: readonly { readonly changes: readonly ChangeJson[] }[] }
}

interface ChangeJson {
  readonly name: string
  readonly sideEffects: readonly string[]
  readonly differences: readonly { readonly before: unknown }[]
}

const masks = masksFor({})
masks.follow({ privacy: 'mask' })

describe.each(Object.entries<Format>(formats))('%s', (name, format) => {
  const told = hostile.filter(({ command }) => isFormatOf(format, command))

  test('has something hostile to tell', () => {
    expect(told.length).toBeGreaterThan(0)
  })

  test('lets no character act', async () => {
    const render = await format.load()
    for (const account of told)
      for (const each of [account, masks.versionsOf(account)('text')]) {
        const text = wholeOf(render(each as Account, context))
        // What joins the parts of an emoji is shown by some formats, and hides nothing.
        expect(actingIn(text).filter((character) => character !== '\u200D')).toEqual([])
        // Any of these can be printed to a log of GitHub. The format for GitHub is the only one with commands.
        const commands = workflowCommands(text).filter(
          ({ properties }) => name !== 'github' || !('title' in properties),
        )
        expect(commands).toEqual([])
        expect(text).not.toMatch(/##\w*\[/)
      }
  })
})

test('in JSON each text means what it meant', async () => {
  const render = await formats.json.load()
  const { plan, problems: found } = JSON.parse(wholeOf(render(accounts.hostile))) as PlanJson
  const changes = plan.sections.flatMap((section) => section.changes)
  expect(changes.map(({ name }) => name)).toEqual(hostileTexts)
  expect(changes.flatMap(({ sideEffects }) => sideEffects)).toEqual(hostileTexts)
  expect(changes.map(({ differences: [field] }) => field?.before)).toEqual(hostileTexts)
  expect(found.map(({ message, hint }) => [message, hint])).toEqual(hostileTexts.map((text) => [text, text]))
})
