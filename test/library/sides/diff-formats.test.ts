import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, put, type Files } from '../../support/cli-process.ts'
import { diff, repositoryWith } from '../../support/trees.ts'

const project = 'targets: { Production: {} }\nmanifests: [manifests]\n'
const slack =
  'integrations: [{ identifier: slack-ops, name: Slack, providerId: mattermost, channel: chat, active: true }]\n'
const people = (email: string): string => `subscribers: [{ subscriberId: ada, email: ${email} }]\n`
const base: Files = {
  'belfry.yaml': project,
  'manifests/chat.yaml': slack,
  'manifests/people.yaml': people('ada@acme.example'),
}
const github = {
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_REPOSITORY: 'acme/notify',
  GITHUB_SHA: 'a'.repeat(40),
}

function changed(): string {
  const folder = repositoryWith(base)
  put(folder, { 'manifests/chat.yaml': undefined, 'manifests/people.yaml': people('eve@acme.example') })
  return folder
}

test('as Markdown, with persons masked', async () => {
  const folder = changed()
  const env = { ...github, GITHUB_WORKSPACE: folder }
  const { out } = await diff(folder, ['HEAD', '--format', 'markdown'], { env })
  expect(out).toBe(`<!-- belfry:diff -->

### Difference: 1 to update, 1 no longer managed

project \`belfry.yaml\`, branch \`main\`

From \`HEAD\` to \`the working tree\`

- **Production**: 1 to update, 1 no longer managed

\`\`\`diff
! subscriber ada                                          manifests/people.yaml:1
!     email  a***@acme.example → e***@acme.example
\`\`\`

> [!NOTE]
> - integration slack-ops no longer managed (HEAD:manifests/chat.yaml:1)
`)
  const elsewhere = await diff(folder, ['HEAD', 'HEAD', '--format', 'markdown'], { env })
  expect(elsewhere.out).toBe(
    '<!-- belfry:diff -->\n\n**No changes, 2 resources match.** From `HEAD` to `HEAD`.\n',
  )
})

test('links lead to no file of another revision', async () => {
  const folder = repositoryWith(base, { 'manifests/people.yaml': people('eve@acme.example') })
  const env = { ...github, GITHUB_WORKSPACE: folder }
  const { out } = await diff(folder, ['HEAD~1', 'HEAD', '--format', 'markdown'], { env })
  expect(out).toContain(' HEAD:manifests/people.yaml:1\n')
  expect(out).not.toContain('github.example')
})

test('as a page, with what is no longer managed among what is left alone', async () => {
  const { exit, out } = await diff(changed(), ['HEAD', '--format', 'html'])
  expect(exit).toBe(0)
  expect(out).toContain('integration slack-ops  no longer managed')
  expect(out).not.toContain('0 reads')
})

test('outputs of a step count what is no longer managed', async () => {
  const folder = changed()
  const file = join(folderWith({ output: '' }), 'output')
  const env = { ...github, GITHUB_OUTPUT: file }
  expect((await diff(folder, ['HEAD', '--report', 'github'], { env })).exit).toBe(0)
  const values = readFileSync(file, 'utf8').match(/^(?:changes|updates|no-longer-managed)<<.*\n\d+$/gm)
  expect(values?.map((line) => line.replace(/<<.*\n/, ' '))).toEqual([
    'changes 1',
    'updates 1',
    'no-longer-managed 1',
  ])
})

test.each([
  ['mask', 'e***@acme.example', 'j***@acme.example'],
  ['show', 'eve@acme.example', 'joe@acme.example'],
])('a project that says privacy: %s', async (privacy, shown, gone) => {
  const folder = repositoryWith({
    ...base,
    'manifests/more.yaml': people('x').replace('ada', 'joe@acme.example').replace(', email: x', ''),
  })
  put(folder, {
    'belfry.yaml': `${project}privacy: ${privacy}\n`,
    'manifests/people.yaml': people('eve@acme.example'),
    'manifests/more.yaml': undefined,
  })
  const { out } = await diff(folder, ['HEAD'])
  expect(out).toContain(`→ ${shown}\n`)
  expect(out).toContain(`x subscriber ${gone}  no longer managed`)
})

test('hostile text of manifests and of revisions acts on no terminal', async () => {
  const folder = repositoryWith(base, {
    'manifests/chat.yaml': slack.replace(
      'name: Slack',
      String.raw`name: "\e]8;;https://evil.example\aSlack"`,
    ),
  })
  const { out } = await diff(folder, ['HEAD~1', 'HEAD'])
  expect(out).toContain('evil.example')
  // eslint-disable-next-line no-control-regex
  expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
  const refused = await diff(folder, ['--git', '\u001B[31mred'])
  // eslint-disable-next-line no-control-regex
  expect(refused.err).not.toMatch(/\u001B/)
})

const literal = (key: string, ...more: string[]): string => `integrations:
  - identifier: mail
    name: Mail
    providerId: sendgrid
    channel: email
    active: true
    credentials: { apiKey: ${key}, from: a@acme.example }
${more.map((line) => `    ${line}\n`).join('')}`

test.each(['text', 'json', 'markdown', 'html'])(
  'a secret that is written out stays closed as %s',
  async (format) => {
    const loose = { 'belfry.yaml': `${project}rules: { literal-secret: warn }\n` }
    const folder = repositoryWith(
      { ...loose, 'manifests/mail.yaml': literal('CANARY-0ld-48151') },
      { 'manifests/mail.yaml': literal('CANARY-n3w-62342') },
      { 'manifests/mail.yaml': literal('"${env:KEY}"') },
      { 'manifests/mail.yaml': literal('CANARY-n3w-62342', 'actve: true') },
    )
    for (const [sides, exit] of [
      [['HEAD~3', 'HEAD~2'], 2],
      [['HEAD~2', 'HEAD~1'], 2],
      [['HEAD~2', 'HEAD'], 3],
    ] as const) {
      const said = await diff(folder, [...sides, '--detailed-exitcode', '--format', format])
      expect({ sides, ...said }).toMatchObject({ exit })
      expect(`${said.out}${said.err}`).not.toContain('CANARY')
      expect(said.out.includes('(secret literal)')).toBe(exit === 2)
    }
  },
)
