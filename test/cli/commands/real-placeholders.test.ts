// A password that looks like a placeholder, in a project that says so: it is hidden and sent like any other.
import { expect, test } from 'vitest'
import { cliWorld, project } from '../../support/cli-world.ts'

const password = '$UPERSECRET1'
const manifest = `targets: [Production]
integrations:
  - identifier: smtp
    providerId: nodemailer
    channel: email
    name: Mail
    colour: odd # a mistake beside them shows the lines around it
    credentials:
      password: '${password}'
      token: ' %HUNTER2% '
      secretKey: hunter22
`

test.each([
  ['off', 'hidden'],
  ['off, literal-secret: off', 'hidden'],
  ['warn', 'shown'],
])('placeholder-secret: %s: it is %s, and a plan sees no bug in it', async (rule, seen) => {
  const { run } = await cliWorld({
    'belfry.yaml': `${project}rules: { foreign-credential: off, placeholder-secret: ${rule} }\n`,
    'manifests/a.yaml': manifest.replace(/ +colour:.*\n/, ''),
    'manifests/b.yaml': manifest.replace('smtp', 'other'),
  })
  const offline = await run('validate')
  const planned = await run('plan -f manifests/a.yaml -t Production')
  expect(planned.exit).toBe(0)
  for (const { out, err } of [offline, planned]) {
    expect(out + err).not.toContain('hunter22')
    expect((out + err).includes(password)).toBe(seen === 'shown')
    expect((out + err).includes('HUNTER2')).toBe(seen === 'shown')
  }
})
