// Projects of the bench, as a team would write them: integrations with secrets, and subscribers in an NDJSON file.
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { apiKey, integrations, person, pushChannel, secrets, tokenOf } from './data.mjs'

/**
 * A folder with a project. `people` are ranges of subscribers: `{ from, to, step, version, tokens }`, where `tokens` is
 * 'same' or 'new' for a push channel. `settings` are those of the project file, and `integrations` beside the usual ones. Returns `{ cwd, env }` for a run of belfry.
 */
export async function writeProject(cwd, url, people, { integrations: more = [], ...settings } = {}) {
  mkdirSync(cwd, { recursive: true })
  const project = {
    service: { url: '${env:BELFRY_URL}' },
    targets: { Production: { apiKey: '${env:BELFRY_KEY}' } },
    manifests: ['integrations.yaml', 'people.yaml'],
    unmanaged: 'ignore',
    ...settings,
  }
  const variables = { ...secrets }
  const file = createWriteStream(join(cwd, 'people.ndjson'))
  for (const range of people) await writePeople(file, range, variables)
  file.end()
  await once(file, 'close')
  const hasTokens = people.some(({ tokens }) => tokens !== undefined)
  const include = { include: 'people.ndjson', ...(hasTokens && { references: true }) }
  writeFileSync(join(cwd, 'belfry.yaml'), JSON.stringify(project))
  writeFileSync(join(cwd, 'integrations.yaml'), JSON.stringify({ integrations: [...integrations, ...more] }))
  writeFileSync(join(cwd, 'people.yaml'), JSON.stringify({ subscribers: [include] }))
  const { BELFRY_SECRET_COMMAND: _command, ...rest } = process.env
  return { cwd, env: { ...rest, ...variables, BELFRY_URL: url, BELFRY_KEY: apiKey } }
}

async function writePeople(file, { from, to, step = 1, version = 0, tokens }, variables) {
  for (let index = from; index < to; index += step) {
    const declared = person(index, version)
    if (tokens !== undefined) {
      const name = `BENCH_TOKEN_${index}`
      variables[name] = tokens === 'same' ? tokenOf(index) : `${tokenOf(index)}-new`
      declared.channels = [pushChannel(`\${env:${name}}`)]
    }
    if (!file.write(`${JSON.stringify(declared)}\n`)) await once(file, 'drain')
  }
}
