// Law: a plan with a base counts as the branch's, as drift and as not compared what was edited by the branch, by hand, and
// what has a secret without a value. The oracle knows who edited what.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { PlanJson } from '../../src/core/plan/plan-shape.ts'
import { gitIn } from '../../src/library/sides/git.ts'
import { createSandbox } from '../../src/sandbox/index.ts'
import { folderIn, put } from '../support/cli-process.ts'
import { envelopeIn } from '../support/cli-schemas.ts'
import { runProgram } from '../support/cli.ts'
import { commit, git, plainEnv } from '../support/trees.ts'
import { law } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'

const editors = ['nobody', 'branch', 'hand', 'both'] as const
type Editor = (typeof editors)[number]

/** Who edited the fields of one integration. */
interface Edited {
  readonly isNew: boolean
  readonly name: Editor
  readonly from: Editor
  readonly secret: Editor
  /** With `needed`: whether the variable of its secret is unset. */
  readonly isUnset: boolean
}

interface Scene {
  readonly secrets: 'all' | 'defer' | 'needed'
  readonly integrations: readonly Edited[]
}

const editor = fc.constantFrom(...editors, 'nobody' as const)
const edited = fc.record<Edited>({
  isNew: fc.nat(6).map((dice) => dice === 0),
  name: editor,
  from: editor,
  secret: editor,
  isUnset: fc.boolean(),
})

const someEdits: fc.Arbitrary<Scene> = fc.record({
  secrets: fc.constantFrom('all', 'defer', 'needed'),
  integrations: fc.array(edited, { minLength: 1, maxLength: 5 }),
})

async function countsWhoEdited({ secrets, integrations }: Scene, mix: Mix): Promise<void> {
  const sandbox = await createSandbox()
  const { folder, remove } = folderIn({ 'belfry.yaml': projectFile })
  try {
    const env = {
      BELFRY_URL: sandbox.url,
      PRODUCTION_KEY: sandbox.keys['Production'],
      ...Object.fromEntries(
        integrations.flatMap((_, index) => [
          [`OLD_${index}`, 'old'],
          [`NEW_${index}`, 'new'],
        ]),
      ),
    }
    const run = (args: readonly string[], unset: Readonly<Record<string, string>> = {}) =>
      runProgram(args, { cwd: folder, git: gitIn(plainEnv), env: { ...env, ...unset } })
    git(folder, 'init', '--quiet', '--initial-branch=main')
    commit(folder, { 'manifests/all.yaml': manifestOf(integrations, 'base') }, 'base')
    expect(await run(['apply', '--yes'])).toMatchObject({ exit: 0 })
    put(folder, { 'manifests/all.yaml': manifestOf(integrations, 'branch') })
    integrations.forEach((each, index) => editByHand(sandbox, each, index))
    const unset =
      secrets === 'needed' ? integrations.flatMap((each, index) => unsetOf(each, index) ?? []) : []
    const args = ['plan', '--diff-base', 'main', '--report', 'json=plan.json']
    const said = await run(
      [...args, ...(secrets === 'all' ? [] : [`--secrets=${secrets}`])],
      Object.fromEntries(unset.map((name) => [name, ''])),
    )
    const expected = integrations.map((each, index) => expectedOf(each, index, secrets))
    const { plan } = envelopeIn(readFileSync(join(folder, 'plan.json'), 'utf8')) as unknown as {
      plan: PlanJson
    }
    const changes = plan.sections.flatMap((section) => section.changes)
    expect({ exit: said.exit, causes: changes.map(({ name, cause }) => `${name} ${cause}`).sort() }).toEqual({
      exit: 0,
      causes: expected.flatMap(({ cause }, index) => (cause ? `${nameOf(index)} ${cause}` : [])).sort(),
    })
    const count = (wanted: string): number => expected.filter(({ cause }) => cause === wanted).length
    const uncompared = expected.filter((each) => each.isUncompared).length
    expect([plan.counts.uncompared?.['integration'] ?? 0, countedIn(said.out)]).toEqual([
      uncompared,
      { branch: count('branch') + count('both'), both: count('both'), drift: count('drift'), uncompared },
    ])
    for (const { cause, isUncompared } of expected)
      mix.add(`${secrets} ${cause ?? 'nothing'}${isUncompared ? ', not compared' : ''}`)
  } finally {
    remove()
    await sandbox.close()
  }
}

/** What the plan has to say of one integration. */
function expectedOf(edits: Edited, index: number, secrets: Scene['secrets']) {
  if (edits.isNew) return { cause: 'branch', isUncompared: false }
  const isKnown = secrets === 'all' || (secrets === 'needed' && unsetOf(edits, index) === undefined)
  const isSent = edits.from !== 'nobody' || (secrets === 'defer' && isBy('branch', edits.secret))
  const seen: Editor[] = [edits.name, edits.from]
  // The secrets of the base have no values, so whether one drifted whose reference the branch changed isn't known.
  if (isKnown) seen.push(edits.secret === 'both' ? 'branch' : edits.secret)
  // Of a secret that is sent but not compared, what the branch did to its reference is known.
  else if (isSent && isBy('branch', edits.secret)) seen.push('branch')
  const [isBranch, isHand] = [
    seen.some((each) => isBy('branch', each)),
    seen.some((each) => isBy('hand', each)),
  ]
  const cause = isBranch && isHand ? 'both' : isBranch ? 'branch' : isHand ? 'drift' : undefined
  return { cause, isUncompared: !isKnown }
}

function isBy(who: 'branch' | 'hand', by: Editor): boolean {
  return by === who || by === 'both'
}

/** The variable that is unset: never that of a secret that has to be sent. */
function unsetOf({ isUnset, isNew, from, secret }: Edited, index: number): string | undefined {
  const isSent = isNew || from !== 'nobody'
  return isUnset && !isSent ? `${isBy('branch', secret) ? 'NEW' : 'OLD'}_${index}` : undefined
}

function countedIn(text: string) {
  const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)
  return {
    branch: number(/(\d+) changed by this branch/),
    both: number(/\((\d+) also undo/),
    drift: number(/(\d+) undo(?:es)? drift/),
    uncompared: number(/secrets of (\d+) integrations? not compared/),
  }
}

const projectFile = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
owns: { integration: ['law-*'], subscriber: [user-0001] }
manifests: [manifests]
`

function nameOf(index: number): string {
  return `law-${index}`
}

function manifestOf(integrations: readonly Edited[], side: 'base' | 'branch'): string {
  const of = (by: Editor): string => (side === 'branch' && isBy('branch', by) ? 'new' : 'old')
  const items = integrations.flatMap(({ isNew, name, from, secret }, index) =>
    isNew && side === 'base'
      ? []
      : `  - identifier: ${nameOf(index)}
    providerId: sendgrid
    channel: email
    name: Named ${of(name)}
    credentials: { apiKey: "\${env:${of(secret).toUpperCase()}_${index}}", from: ${of(from)}@acme.example, senderName: S }
`,
  )
  return `integrations:\n${items.length === 0 ? '  []\n' : items.join('')}subscribers: [{ subscriberId: user-0001 }]\n`
}

function editByHand(
  { state }: Awaited<ReturnType<typeof createSandbox>>,
  { isNew, name, from, secret }: Edited,
  index: number,
): void {
  if (isNew) return
  const old = state.integrations.get('Production', nameOf(index))
  state.integrations.edit('Production', nameOf(index), {
    ...(isBy('hand', name) && { name: 'By hand' }),
    credentials: {
      ...old?.credentials,
      ...(isBy('hand', from) && { from: 'hand@acme.example' }),
      ...(isBy('hand', secret) && { apiKey: 'by hand' }),
    },
  })
}

law('a plan with a base counts the edits of the branch, those by hand, and what was not compared', {
  name: 'edited-by',
  cases: someEdits,
  runs: { full: 500 },
  least: 5,
  mix: [
    ...['branch', 'drift', 'both'].map((cause) => `all ${cause}`),
    ...['branch', 'drift', 'both', 'nothing'].map((cause) => `defer ${cause}, not compared`),
    ...['branch', 'nothing'].map((cause) => `needed ${cause}, not compared`),
  ],
  holds: countsWhoEdited,
})
