// The second day, without the secret of any provider: adopt a service, rename, apply, take over an edit, open a pull request.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, profileNames, type Seed } from '../../src/sandbox/index.ts'
import { posted, proposed } from './action-world.ts'
import { belfry, folderWith, put } from '../support/cli-process.ts'
import { editIntegration } from './dashboard.ts'
import { sampled } from '../support/form.ts'
import { githubApi } from '../support/github-api.ts'
import { commit, git } from '../support/trees.ts'
import { runWorkflow } from '../support/workflow-run.ts'

const sendgrid = {
  identifier: 'mail',
  name: 'Mail',
  providerId: 'sendgrid',
  channel: 'email',
  active: true,
  primary: true,
} as const
const mail = (environment: string) => ({
  ...sendgrid,
  environment,
  credentials: {
    apiKey: `SG.canary-of-${environment}`,
    from: `${environment}@acme.example`,
    senderName: 'Acme',
  },
})
const seed: Seed = {
  integrations: [
    mail('Development'),
    mail('Production'),
    {
      environment: 'Production',
      identifier: 'sms',
      name: 'SMS',
      providerId: 'twilio',
      channel: 'sms',
      active: true,
      primary: true,
      credentials: { accountSid: 'AC-canary', token: 'canary-token', from: '+15005550006' },
    },
  ],
}

// A sample has both ages of credentials: shown, and never shown.
test.each(sampled(profileNames, 2))('on %s', async (profile) => {
  const [sandbox, api] = [await createSandbox({ profile, seed }), await githubApi()]
  onTestFinished(() => sandbox.close())
  const folder = folderWith({})
  const keys = {
    BELFRY_DEVELOPMENT_API_KEY: sandbox.keys['Development'] ?? '',
    BELFRY_PRODUCTION_API_KEY: sandbox.keys['Production'] ?? '',
  }
  const run = async (line: string, exit = 0): Promise<string> => {
    const ended = await belfry(line.split(' '), { cwd: folder, env: { ...keys, BELFRY_URL: sandbox.url } })
    expect({ line, ...ended }).toMatchObject({ exit, line })
    return ended.out
  }
  const writes = () =>
    sandbox.log.filter(({ method }) => method !== 'GET').map(({ operation, body }) => ({ operation, body }))
  const file = 'manifests/integrations.yaml'
  const manifest = (): string => readFileSync(join(folder, file), 'utf8')
  const renamed = (from: string, to: string): void =>
    put(folder, { [file]: manifest().replace(`name: ${from}\n`, `name: ${to}\n`) })

  const targets = ['Development', 'Production'].map(
    (name) => `-t ${name}=BELFRY_${name.toUpperCase()}_API_KEY`,
  )
  const adopted = await run(
    `init --url ${sandbox.url} ${targets.join(' ')} --pipeline github --action acme/belfry@${'0'.repeat(40)} --export`,
  )
  expect(adopted).toContain('belfry plan --secrets=needed')
  await run('plan --secrets=needed --detailed-exitcode')
  git(folder, 'init', '--quiet', '--initial-branch=main')
  commit(folder, {}, 'adopted')

  renamed('SMS', 'Text messages')
  expect(await run('plan --secrets=needed --detailed-exitcode', 2)).toContain('~ name  SMS → Text messages')
  expect(writes()).toEqual([])
  expect(await run('apply --secrets=needed --yes')).toContain('Applied: 1 done, 0 failed')
  commit(folder, {}, 'renamed')
  // Exactly the new name: no credential was sent, and none was emptied.
  expect(writes()).toMatchObject([{ body: { name: 'Text messages' } }])
  expect(JSON.stringify(writes())).not.toContain('credentials')

  await editIntegration(sandbox, 'sms', { name: 'Texts' })
  await editIntegration(sandbox, 'mail', { name: 'Somebody was here' })
  const edits = writes().length
  const before = manifest()
  await run('export --write -t Production --only integration/sms')
  expect(manifest()).toBe(before.replace('name: Text messages\n', 'name: Texts\n'))
  await run('plan --secrets=needed --detailed-exitcode --only integration/sms')
  commit(folder, {}, 'taken over')
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD')

  git(folder, 'switch', '--quiet', '-c', 'branch')
  renamed('Texts', 'SMS')
  commit(folder, {}, 'proposed')
  const workflow = readFileSync(join(folder, '.github/workflows/belfry-plan.yml'), 'utf8')
  const { plan } = await runWorkflow(
    workflow,
    {
      workspace: folder,
      api: api.url,
      path: process.env['PATH'] ?? '',
      vars: { BELFRY_URL: sandbox.url },
      secrets: keys,
      artifacts: folderWith({}),
    },
    { id: '1', event: proposed },
  )
  expect(plan).toMatchObject({ outcome: 'success', outputs: { 'from-branch': '1', drift: '1' } })
  const [comment = ''] = posted(api)
  expect(comment).toContain('### Plan: 1 changed by this branch, 1 undoes drift')
  expect(comment).toMatch(
    /^! integration sms +manifests\/integrations\.yaml:\d+\n! {5}name {2}Texts → SMS\n```$/m,
  )
  expect(comment).not.toContain('canary')
  expect(writes()).toHaveLength(edits)
})
