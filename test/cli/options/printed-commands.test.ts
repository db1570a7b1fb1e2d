// Each command that an output prints is run in the state in which it was printed, and does what its line says.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productionApiKey, type Seed } from '../../../src/sandbox/index.ts'
import { failoverFiles, failoverSeed } from '../../support/failover-world.ts'
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
  /** Besides or in place of the usual ones. */
  readonly files?: Readonly<Record<string, string>>
  readonly seed?: Seed
  readonly state?: (world: CliWorld) => void | Promise<unknown>
  readonly run: string
  readonly exit?: number
  /** A pattern if the service chooses a part of the command. */
  readonly prints: readonly (string | RegExp)[]
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
  'a channel that failed over': {
    files: {
      ...failoverFiles,
      'belfry.yaml': files['belfry.yaml'],
      'other.yaml': failoverFiles['belfry.yaml'],
    },
    seed: { ...failoverSeed, environments: [{ name: 'Production', apiKey: productionApiKey }] },
    state: ({ run }) => run(`failover email ${where} -t Production --yes --unverified`),
    run: `plan ${where} -t Production`,
    prints: [`belfry failover ${where} email --back -t Production`],
    says: 'Switched: sendgrid-main is the primary integration for email',
  },
  'doctor of a protected target': {
    files: {
      'other.yaml': files['other.yaml'].replace("PRODUCTION_KEY}'", "PRODUCTION_KEY}', protected: true"),
    },
    run: `doctor ${where} -t Production`,
    prints: [`belfry plan ${where} -t Production --out FILE`, `belfry apply ${where} FILE`],
    fill: { FILE: 'plan.json' },
    says: 'Applied: 1 done',
  },
  'a smoke suite that fails': {
    files: {
      'other.yaml': `${files['other.yaml']}smoke: { suites: [smoke.yaml], recipients: [ops-oncall] }\n`,
      'smoke.yaml':
        'cases:\n  - { name: sent, workflow: app-update, to: ops-oncall, timeout: 5s, expect: { sms: sent } }\n',
    },
    run: `smoke ${where} -t Production`,
    exit: 7,
    prints: [/belfry events list --config other\.yaml --transaction-id \S+ -t Production/],
    says: 'app-update',
  },
  'audit of two primary integrations': {
    files: {
      'manifests/people.yaml':
        'integrations: [{ identifier: main, providerId: ses, channel: email, active: true, primary: true }]\n',
    },
    seed: {
      integrations: ['main', 'old'].map((identifier) => ({
        environment: 'Production',
        identifier,
        name: identifier,
        providerId: 'ses',
        channel: 'email',
        active: true,
        primary: true,
      })),
    },
    run: `audit ${where} -t Production`,
    exit: 0,
    prints: [`belfry apply ${where} -t Production`],
    says: 'Applied: ',
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

test.each(Object.entries(table))(
  '%s',
  async (_, { state, run, exit = 0, prints, fill = {}, says, ...own }) => {
    const world = await cliWorld({ ...files, ...own.files }, own.seed)
    await state?.(world)
    const { out, err, exit: ended } = await world.run(run)
    expect([ended, ended === exit ? '' : err]).toEqual([exit, ''])
    const does = async (each: string | RegExp): Promise<string> => {
      const line = typeof each === 'string' ? each : (each.exec(out + err)?.[0] ?? String(each))
      expect(out + err).toMatch(new RegExp(`${escaped(line)}(?=[,.]? |[,.]?\n|[,.]?$)`))
      const words = Object.entries(fill).reduce((text, [name, value]) => text.replace(name, value), line)
      const approved = /^belfry (?:apply|failover)/.test(words) ? `${words} --yes` : words
      const said = await world.run(approved.replace('belfry ', '').replaceAll("'", ''))
      expect([said.exit, said.exit === 0 ? '' : said.err]).toEqual([0, ''])
      return said.out + said.err
    }
    for (const each of prints.slice(0, -1)) await does(each)
    // The event of a trigger is listed a moment later.
    await expect.poll(() => does(prints.at(-1) ?? '')).toContain(says)
  },
)

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}
