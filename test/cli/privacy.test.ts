// What is about persons: masked in all that others read, shown to who runs it, unless somebody says otherwise.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { maskName, maskText, maskWithin } from '../../src/core/secrets/personal.ts'
import { formats, formatsFor, isFormatOf, type Format, type FormatName } from '../../src/report/formats.ts'
import type { Seed } from '../../src/sandbox/index.ts'
import { activityWorld } from '../support/activity-world.ts'
import { cliWorld, project, type CliWorld } from '../support/cli-world.ts'
import { failure, startProxy, type Answer } from '../support/cli-proxy.ts'
import { runProgram, type Said } from '../support/cli.ts'

const seed: Seed = {
  subscribers: [
    {
      environment: 'Production',
      subscriberId: 'jane.doe@acme.example',
      firstName: 'Oldname',
      email: 'oldmail@acme.example',
      phone: '+4915112345699',
      avatar: 'https://acme.example/oldface.png',
      data: { shoe: 'oldshoe-42', kept: 'keptvalue' },
    },
  ],
}
const manifest = `targets: [Production]
subscribers:
  - subscriberId: jane.doe@acme.example
    firstName: Newname
    email: newmail@acme.example
    phone: '+4915112345612'
    avatar: https://acme.example/newface.png
    locale: de_DE
    data: { shoe: newshoe-43 }
  - { subscriberId: nobody@acme.example, firstName: Missingname }
`
/** Nothing of it may stand where it is masked. */
const personal = [
  'jane.doe', 'nobody@', 'Oldname', 'Newname', 'oldmail', 'newmail', '1511234561', '1511234569', 'oldface', 'newface', 'oldshoe',
  'newshoe', 'keptvalue', 'Missingname',
] // prettier-ignore

function standing(text: string): string[] {
  return personal.filter((each) => text.includes(each))
}

async function world(
  privacy?: string,
  live: Seed = seed,
): Promise<CliWorld & { readonly inside: (args: string) => Promise<Said> }> {
  const setting = privacy === undefined ? '' : `privacy: ${privacy}\n`
  const made = await cliWorld({ 'belfry.yaml': `${project}${setting}`, 'manifests/all.yaml': manifest }, live)
  return { ...made, inside: (args) => runProgram(args.split(' '), { cwd: made.folder, env: made.env }) }
}

/** A report of its own, or what is printed; stderr is for who runs it, as text is. */
async function told(
  command: string,
  format: FormatName,
  privacy: string | undefined,
  more = '',
): Promise<string> {
  const { inside, folder } = await world(privacy)
  const isPrinted = formatsFor('stdout').includes(format)
  const said = await inside(
    `${command} ${isPrinted ? `--format ${format}` : `--report ${format}=report`}${more}`,
  )
  expect(said.err).not.toContain('bug')
  const { isForOwnEyes }: Format = formats[format]
  if (isForOwnEyes === true) return said.out + said.err
  return isPrinted ? said.out : readFileSync(join(folder, 'report'), 'utf8')
}

const commands = ['plan', 'apply --yes'] as const

describe.each(Object.entries<Format>(formats) as [FormatName, Format][])('as %s', (format, row) => {
  const { isForOwnEyes } = row
  test.each(commands.filter((command) => isFormatOf(row, command === 'plan' ? 'plan' : 'apply')))(
    '%s',
    async (command) => {
      const plain = await told(command, format, undefined)
      expect(isForOwnEyes === true ? standing(plain).includes('newmail') : standing(plain)).toEqual(
        isForOwnEyes === true || [],
      )
      const masked = await told(command, format, 'mask')
      expect(standing(masked)).toEqual([])
      expect(masked).not.toBe('')
      const shown = await told(command, format, 'mask', ' --show-personal-data')
      expect(standing(shown).includes('newmail') || isForOwnEyes !== true).toBe(true)
    },
  )

  test.runIf(isFormatOf(row, 'validate'))('mistakes', async () => {
    const { inside, folder } = await world('mask')
    writeFileSync(
      join(folder, 'manifests/bad.yaml'),
      `subscribers:
  - { subscriberId: oldmail@acme.example, email: newmail.acme.example }
  - { subscriberId: someone, phone: +4915112345612 }
  - { subscriberId: other, email: oldmail@acme, firstName: Newname }
  - { subscriberId: third, phone: 4915112345612, firstName: 1511234561 }
  - include: no-header.csv
`,
    )
    writeFileSync(join(folder, 'manifests/no-header.csv'), 'Newname,newmail\nada,Ada\n')
    const isPrinted = formatsFor('stdout').includes(format)
    const said = await inside(
      isPrinted ? `validate --format ${format}` : `validate --report ${format}=report`,
    )
    expect(said.exit).toBe(3)
    const text = isPrinted ? said.out + said.err : readFileSync(join(folder, 'report'), 'utf8')
    expect(text).toContain('n***')
    expect(text).toContain('unknown column 2')
    expect(text).toContain('such as name@example.com')
    expect(standing(text)).toEqual([])
  })
})

test('a reader who knows the person sees who is meant', async () => {
  const shown = await told('plan', 'text', 'mask')
  expect(shown).toContain('subscriber j***@acme.example')
  expect(shown).toMatch(/email +o\*\*\*@acme\.example → n\*\*\*@acme\.example/)
  expect(shown).toMatch(/phone +"?\+49…99"? → "?\+49…12"?/)
  expect(shown).toMatch(/locale +.*de_DE/)
  expect(shown).toContain('data.shoe')
})

test('what the service quotes of a person is masked with its change', async () => {
  const { inside, sandbox, env, folder } = await world('mask')
  const url = await startProxy(sandbox.url, ({ method }) =>
    method === 'GET' ? undefined : failure(422, 'newmail@acme.example of Newname, +4915112345612, is taken'),
  )
  for (const format of ['text', 'json']) {
    const said = await runProgram(['apply', '--yes', '--format', format], {
      cwd: folder,
      env: { ...env, BELFRY_URL: url },
    })
    expect(said.exit).toBe(5)
    expect(said.out).toContain('n***@acme.example of N***, +49…12, is taken')
    expect(standing(said.out + said.err)).toEqual([])
  }
  const shown = await inside('apply --yes --show-personal-data')
  expect(standing(shown.out)).toContain('newmail')
})

test('a saved plan holds nothing live of a person', async () => {
  const { inside, folder } = await world()
  await inside('plan --out plan.json')
  const saved = readFileSync(join(folder, 'plan.json'), 'utf8')
  for (const live of ['Oldname', 'oldmail', '12345699', 'oldface', 'oldshoe', 'keptvalue'])
    expect(saved).not.toContain(live)
})

test.each(['plan.json', 'journal.ndjson'])(
  'belfry show %s masks what the project file masks',
  async (file) => {
    const { inside, folder } = await world()
    await inside('plan --out plan.json')
    await inside('apply --yes --journal journal.ndjson')
    const shown = await inside(`show ${file}`)
    expect(standing(shown.out)).toContain('jane.doe')
    writeFileSync(join(folder, 'belfry.yaml'), `${project}privacy: mask\n`)
    for (const format of ['text', 'json']) {
      const masked = await inside(`show ${file} --format ${format}`)
      expect(masked.exit).toBe(0)
      expect(masked.out).toContain('j***@acme.example')
      expect(standing(masked.out + masked.err)).toEqual([])
      const lifted = await inside(`show ${file} --format ${format} --show-personal-data`)
      expect(standing(lifted.out)).toContain('jane.doe')
    }
    writeFileSync(join(folder, 'belfry.yaml'), project)
    writeFileSync(join(folder, 'other.yaml'), `${project}privacy: mask\n`)
    expect(standing((await inside(`show ${file} --config other.yaml`)).out)).toEqual([])
    const unknown = await inside(`show ${file} --config nothing.yaml`)
    expect([unknown.exit, standing(unknown.out)]).toEqual([3, []])
    expect(unknown.err).toContain('project file "nothing.yaml" not found')
    // Nobody can tell what it would say.
    for (const invalid of ['privacy: [', `${project}privacy: msak\n`, `${project}privcy: mask\n`]) {
      writeFileSync(join(folder, 'belfry.yaml'), invalid)
      expect(standing((await inside(`show ${file}`)).out)).toEqual([])
    }
  },
)

test('belfry log masks what the project file of --config masks', async () => {
  const { inside, folder } = await world()
  await inside('apply --yes --journal journal.ndjson')
  writeFileSync(join(folder, 'other.yaml'), `${project}privacy: mask\n`)
  expect(standing((await inside('log journal.ndjson')).out)).toContain('jane.doe')
  expect(standing((await inside('log journal.ndjson --config other.yaml')).out)).toEqual([])
})

describe('belfry trigger', () => {
  const trigger = 'trigger welcome -t Production --to jane.doe@acme.example --transaction-id t-1'
  const reply = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) })
  const said = 'jane.doe@acme.example, +4915112345612, is none of ours'
  const key = 'made-up-key-of-saved-plans-0123456789'
  const answers: readonly (readonly [string, string, Answer | undefined])[] = [
    ['is refused', '', failure(400, said)],
    ['fails', '', reply(201, { acknowledged: false, status: 'error', error: [said], transactionId: 't-1' })],
    ['names somebody unknown', ' --to nobody@acme.example', undefined],
    ['may not be sent', ' --to ada,jane.doe@acme.example --expect nonsense', undefined],
    ['is only shown', ' --dry-run --payload {"firstName":"Newname"}', undefined],
  ]
  test.each(answers)('that %s masks persons where the project file says so', async (_, more, answer) => {
    const { sandbox, env, folder } = await world('mask')
    const url = await startProxy(sandbox.url, ({ method }) => (method === 'POST' ? answer : undefined))
    for (const format of ['text', 'json']) {
      const run = (last: string): Promise<Said> =>
        runProgram(`${trigger}${more} --format ${format}${last}`.split(' '), {
          cwd: folder,
          env: { ...env, BELFRY_URL: url },
        })
      const masked = await run('')
      expect(standing(masked.out + masked.err)).toEqual([])
      expect(masked.out + masked.err).toMatch(/[jn]\*\*\*@acme\.example/)
      const lifted = await run(' --show-personal-data')
      expect(standing(lifted.out + lifted.err)).not.toEqual([])
    }
  })

  test('a mistake of an option masks persons as the project file of --config says', async () => {
    const { folder, env } = await world('mask')
    const cwd = join(folder, '..')
    const answer = await runProgram(
      [
        'trigger',
        'welcome',
        '--to',
        'jane.doe@acme.example ',
        '--payload',
        '{',
        '--config',
        join(folder, 'belfry.yaml'),
      ],
      { cwd, env },
    )
    expect([answer.exit, standing(answer.out + answer.err)]).toEqual([3, []])
  })

  test('takes all that the run knows of secrets out of what the service says', async () => {
    const { sandbox, env, folder } = await world()
    const whole = {
      acknowledged: false,
      status: `not ${key}`,
      error: [`no ${key}`],
      transactionId: `id ${key}`,
    }
    for (const answer of [reply(201, whole), failure(422, `no ${key}`)]) {
      const url = await startProxy(sandbox.url, ({ method }) => (method === 'POST' ? answer : undefined))
      for (const format of ['text', 'json']) {
        const { out, err } = await runProgram([...trigger.split(' '), '--format', format], {
          cwd: folder,
          env: { ...env, BELFRY_URL: url, BELFRY_FINGERPRINT_KEY: key },
        })
        expect(out + err).toContain('no (secret env:BELFRY_FINGERPRINT_KEY)')
        expect(out + err).not.toContain(key)
      }
    }
  })
})

test('belfry smoke quotes persons, and masks them where the format does', async () => {
  const field = (on: 'payload' | 'subscriber', name: string) => ({
    on,
    field: name,
    operator: 'EQUAL' as const,
    value: 'x',
  })
  const children = [field('payload', 'shoe'), field('subscriber', 'firstName')]
  const filters = [{ isNegated: false, type: 'GROUP' as const, value: 'AND' as const, children }]
  const template = { type: 'email', subject: 'Dear Newname', content: 'Dear Newname' }
  const live: Seed = {
    subscribers: [
      {
        environment: 'Production',
        subscriberId: 'jane',
        firstName: 'Oldname',
        email: 'oldmail@acme.example',
      },
    ],
    workflows: [
      {
        environment: 'Production',
        identifier: 'dear',
        name: 'Dear',
        steps: [{ name: 'email', active: true, template, filters }],
      },
    ],
  }
  const suite = `targets: [Production]
workflow: dear
to: jane
cases:
  - { name: first, payload: { shoe: newshoe-43 }, expect: { email: sent, subject: 'Dear you' } }
`
  const { run, folder } = await activityWorld(live, { 'smoke.yaml': suite })
  const report = async (...more: string[]): Promise<Said & { readonly report: string }> => {
    const said = await run(['smoke', 'smoke.yaml', '--report', 'markdown=report.md', ...more])
    expect(said.exit).toBe(7)
    return { ...said, report: readFileSync(join(folder, 'report.md'), 'utf8') }
  }
  const shown = await report()
  expect(standing(shown.out)).toEqual(['Oldname', 'newshoe'])
  expect(shown.report).toContain('subscriber.firstName is O***')
  expect(standing(shown.report)).toEqual([])
  expect(standing((await report('--show-personal-data')).report)).toEqual(['Oldname', 'newshoe'])
  expect(shown.out + (await report('--format', 'json')).out).not.toContain('quotable')
  writeFileSync(join(folder, 'belfry.yaml'), `${project}privacy: mask\n`)
  for (const format of ['text', 'json']) expect(standing((await report('--format', format)).out)).toEqual([])
})

describe.each(['events', 'messages'])('%s', (noun) => {
  const wholly = /[\w.-]{2,}@[\w.-]+\.example|\+\d{7,}/

  test.each(['text', 'json', 'ndjson'])('as %s', async (format) => {
    const { inside } = await world('mask', {})
    const list = `${noun} list -t Production --format ${format}`
    const [masked, shown] = [await inside(list), await inside(`${list} --show-personal-data`)]
    expect([masked.exit, shown.exit]).toEqual([0, 0])
    expect(masked.out.match(wholly)).toBeNull()
    expect(masked.out === shown.out).toBe(noun === 'events' && format === 'text')
    const [line = ''] = (await inside(`${noun} list -t Production --format ndjson`)).out.split('\n')
    const { _id: id } = JSON.parse(line) as { _id: string }
    const one = await inside(`${noun} get ${id} -t Production --format ${format.replace('nd', '')}`)
    expect(one.exit).toBe(0)
    expect(one.out.match(wholly)).toBeNull()
  })
})

test('no frame shows a line of a person, also if its value is not recognised', async () => {
  const files = {
    'belfry.yaml': `${project}privacy: mask\n`,
    'manifests/people.yaml': `targets: [Production]
subscribers:
  - subscriberId: Oldname
    email: newmail@acme@x
    timezone: [newshoe]
integrations:
  - { identifier: sms-eu, providerId: twilio, channel: sms, nmae: x }
`,
  }
  const { run } = await cliWorld(files)
  const { err, exit } = await run('validate')
  expect(exit).toBe(3)
  expect(standing(err)).toEqual([])
  expect(err).toContain('manifests/people.yaml:4:12  error  bad-email\n')
  expect(err).toContain('> 7 |   - { identifier: sms-eu')
})

test.each(['text', 'json'])('doctor masks what the service quotes as %s', async (format) => {
  const { run } = await cliWorld({
    'belfry.yaml': `${project}privacy: mask\n`,
    'manifests/people.yaml': manifest,
  })
  const url = await startProxy('http://127.0.0.1:9', () => ({
    status: 401,
    body: JSON.stringify({ message: 'the key of newmail@acme.example is revoked' }),
  }))
  const { out, err } = await run(`doctor -t Production --format ${format}`, { env: { BELFRY_URL: url } })
  expect(out).toContain('the key of n***@acme.example is revoked')
  expect(standing(out + err)).toEqual([])
})

test.each([
  ['ops@acme.example', 'o***@acme.example'],
  ['+4915112345612', '+49…12'],
  ['0151 123456-12', '0…12'],
  ['Jane', 'J***'],
  ['𝒥ane', '𝒥***'],
  ['', ''],
])('%s is masked as %s', (text, masked) => {
  expect(maskText(text)).toBe(masked)
})

test('names stay but for addresses and numbers; so do other words of a sentence', () => {
  expect(['ops-oncall', '123456789', 'a@b.example', '+491511234567'].map(maskName)).toEqual([
    'ops-oncall',
    '123456789',
    'a***@b.example',
    '+49…67',
  ])
  expect(maskWithin('"jane@acme.example" (+4915112345612) has 12345678 points, @jane.')).toBe(
    '"j***@acme.example" (+49…12) has 12345678 points, @jane.',
  )
})
