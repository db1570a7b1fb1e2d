// What Node prints of an error that a program doesn't catch: what is wrong, where, and lines that a person can read.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { belfry, folderWith } from '../support/cli-process.ts'

const library = new URL('../../dist/index.js', import.meta.url).href

test('an error that no one catches is short, and begins with its message, place and rule', async () => {
  const cwd = folderWith({
    'belfry.yaml': 'targets: { Production: {} }\nservice: { url: sandbox }\nmanifests: [a.yaml]\n',
    'a.yaml': 'integrations:\n  - { identifier: a, providerId: sendgrid, channel: email, actve: true }\n',
    'deploy.mjs': `import { open } from ${JSON.stringify(library)}
const project = await open({ cwd: '.' })
await project.validate()
`,
  })
  const { exit, out, err } = await belfry([], { bin: join(cwd, 'deploy.mjs'), cwd, env: {} })
  expect({ exit, out }).toEqual({ exit: 1, out: '' })
  expect(err).toContain(
    '[BelfryError]: validate: a.yaml:2:60: unknown field "actve" in an integration; did you mean "active"? [unknown-field]\n',
  )
  expect(err.length).toBeLessThan(2000)
  expect(Math.max(...err.split('\n').map(({ length }) => length))).toBeLessThan(
    fileURLToPath(library).length + 200,
  )
  expect(err).not.toContain('formatVersion')
})
