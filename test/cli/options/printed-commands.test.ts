// Each command that an output prints is run in the state in which it was printed, and does what its line says.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld, people, type CliWorld } from '../../support/cli-world.ts'

const files = {
  'belfry.yaml': 'service: { url: "${env:NOWHERE}" }\ntargets: { Production: {} }\n',
  'other.yaml': `service: { url: '\${env:BELFRY_URL}' }
targets:
  Development: { apiKey: '\${env:DEVELOPMENT_KEY}' }
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
`,
  'manifests/people.yaml': people,
}

/** In each state, the project file that is found without `--config` is another one, and one target is selected. */
interface Printed {
  readonly state?: (world: CliWorld) => void | Promise<unknown>
  readonly run: string
  readonly exit?: number
  readonly prints: readonly string[]
  /** What stands for FILE. */
  readonly fill?: Readonly<Record<string, string>>
  /** What the last command says. */
  readonly says: string
}

const where = '--config other.yaml'
const table: Readonly<Record<string, Printed>> = {
  'plan, then apply': {
    run: `plan ${where} -t Production --only subscriber/*`,
    prints: [
      `belfry plan ${where} -t Production --only 'subscriber/*' --out plan.json`,
      `belfry apply ${where} plan.json`,
    ],
    says: 'Applied: 1 done',
  },
  'plan without secrets': {
    run: `plan ${where} -t Production --secrets=defer --out plan.json`,
    prints: [`belfry apply ${where} -t Production --approved plan.json`],
    says: 'Applied: 1 done',
  },
  doctor: {
    run: `doctor ${where} -t Production`,
    prints: [`belfry plan ${where} -t Production`],
    says: '1 to update',
  },
  export: {
    run: `export ${where} -t Production --only integration/*`,
    prints: [`belfry export ${where} --only 'integration/*' -t Production --write`],
    says: 'Written: ',
  },
  'export to a new folder': {
    run: `export ${where} -t Production --only integration/* --exclude integration/slack-ops --out out`,
    // The manifests in the folder are those that were selected.
    prints: [`belfry plan ${where} -t Production -f out --secrets=needed`],
    says: 'Nothing to send. 1 resource matches',
  },
  get: {
    run: `get integrations sendgri ${where} -t Production`,
    exit: 3,
    prints: [`belfry get integrations ${where} -t Production`],
    says: 'mailgun-old',
  },
  'events get': {
    run: `events get ffffffffffffffffffffffff ${where} -t Production`,
    exit: 3,
    prints: [`belfry events list ${where} -t Production`],
    says: 'txn_seed_welcome',
  },
  trigger: {
    run: `trigger app-update --to ops-oncall --payload {"version":"1.1"} ${where} -t Production --transaction-id txn-1`,
    prints: [`belfry events list ${where} --transaction-id txn-1 -t Production`],
    says: 'app-update',
  },
  'show a saved plan': {
    state: async ({ folder, run }) => {
      writeFileSync(join(folder, 'belfry.yaml'), files['other.yaml'])
      await run('plan -t Production --out plan.json')
    },
    run: 'show plan.json',
    prints: ['belfry apply plan.json'],
    says: 'Applied: 1 done',
  },
  'a saved plan without secrets': {
    state: ({ run }) => run(`plan ${where} -t Production --secrets=defer --out plan.json`),
    run: `apply ${where} plan.json`,
    exit: 4,
    prints: [`belfry apply ${where} -t Production --approved plan.json`],
    says: 'Applied: 1 done',
  },
  'a saved plan that is none': {
    state: ({ folder }) => {
      writeFileSync(join(folder, 'plan.json'), '{}')
    },
    run: `apply ${where} plan.json`,
    exit: 4,
    prints: [`belfry plan ${where} --out FILE`],
    fill: { FILE: 'new.json' },
    says: '2 to update',
  },
  'a file that looks like data': {
    state: ({ folder }) => {
      writeFileSync(join(folder, 'manifests/people.ndjson'), '')
    },
    run: `plan ${where} -t Production`,
    prints: [`belfry validate ${where} -t Production --full`],
    says: 'people.ndjson: ',
  },
}

test.each(Object.entries(table))('%s', async (_, { state, run, exit = 0, prints, fill = {}, says }) => {
  const world = await cliWorld(files)
  await state?.(world)
  const { out, err, exit: ended } = await world.run(run)
  expect([ended, ended === exit ? '' : err]).toEqual([exit, ''])
  let last = ''
  for (const line of prints) {
    expect(out + err).toMatch(new RegExp(`${escaped(line)}(?=[,.]? |[,.]?\n|[,.]?$)`))
    const words = Object.entries(fill).reduce((text, [name, value]) => text.replace(name, value), line)
    const approved = words.startsWith('belfry apply') ? `${words} --yes` : words
    const said = await world.run(approved.replace('belfry ', '').replaceAll("'", ''))
    expect([said.exit, said.exit === 0 ? '' : said.err]).toEqual([0, ''])
    last = said.out + said.err
  }
  expect(last).toContain(says)
})

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}
