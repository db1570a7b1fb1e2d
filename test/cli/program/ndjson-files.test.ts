// NDJSON files beside manifests: belfry reads them only by include, and shows that it ignores others.
import { describe, expect, test } from 'vitest'
import { cliWorld, people, project } from '../../support/cli-world.ts'

const lines = '{"subscriberId":"p1"}\n{"subscriberId":"p2"}\n'
const note =
  'Ignored: manifests/more.ndjson. belfry validate --full lists all ignored files with the reasons.\n'

describe('a file that nothing includes', () => {
  test.each(['plan', 'apply --yes', 'diff manifests/people.yaml manifests'])(
    '%s names it once',
    async (args) => {
      const { run } = await cliWorld({
        'manifests/people.yaml': people,
        'manifests/more.ndjson': lines,
        'manifests/notes.txt': '',
      })
      const { err } = await run(args)
      expect(err.split(note)).toHaveLength(2)
      expect(err).not.toContain('notes.txt')
    },
  )

  test('is not named in formats for programs', async () => {
    const { run } = await cliWorld({ 'manifests/people.yaml': people, 'manifests/more.ndjson': lines })
    expect((await run('plan --format json')).err).not.toContain('more.ndjson')
  })

  test('is not named if a manifest includes it', async () => {
    const { run } = await cliWorld({
      'manifests/people.yaml': 'subscribers: [{ include: more.ndjson }]\n',
      'manifests/more.ndjson': lines,
    })
    expect((await run('plan')).err).not.toContain('Ignored')
  })
})

describe('a file in the place of a manifest', () => {
  const message = `more.ndjson:1:1  error  yaml-syntax
  this is an NDJSON file, which belfry reads only if a manifest includes it
  Write \`subscribers: [{ include: more.ndjson }]\` in a manifest.
`

  test.each([
    ['several lines', lines],
    ['one line', '{"subscriberId":"p1"}\n'],
  ])('with -f: %s', async (_, text) => {
    const { run } = await cliWorld({ 'more.ndjson': text })
    const { exit, err } = await run('validate -f more.ndjson')
    expect([exit, err]).toEqual([3, expect.stringContaining(message)])
  })

  test('in the project file', async () => {
    const { run } = await cliWorld({
      'belfry.yaml': project.replace(/^manifests:.*$/m, 'manifests: [more.ndjson]'),
      'more.ndjson': lines,
    })
    expect((await run('validate')).err).toContain(
      'this is an NDJSON file, which belfry reads only if a manifest includes it',
    )
  })

  test('a manifest in JSON keeps its name', async () => {
    const { run } = await cliWorld({ 'more.ndjson': '{"subscribers":[{"subscriberId":"p1"}]}\n' })
    expect((await run('validate -f more.ndjson')).exit).toBe(0)
  })
})
