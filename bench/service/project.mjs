// Projects of the bench, as a team would write them: integrations with secrets, and subscribers in an NDJSON or a YAML file.
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { apiKey, integrations, person, pushChannel, secrets, tokenOf } from './data.mjs'

/**
 * A folder with a project. `people` are ranges of subscribers: `{ from, to, step, version, tokens }`, where `tokens` is
 * 'same' or 'new' for a push channel. `settings` are those of the project file, `integrations` beside the usual ones, and
 * `style`: how people are written, 'NDJSON', 'block' (YAML) or 'flow' (YAML with braces). Returns `{ cwd, env }` for a run of
 * belfry.
 */
export async function writeProject(cwd, url, people, settings = {}) {
  const { integrations: more = [], style = 'NDJSON', ...rest } = settings
  mkdirSync(cwd, { recursive: true })
  const project = {
    service: { url: '${env:BELFRY_URL}' },
    targets: { Production: { apiKey: '${env:BELFRY_KEY}' } },
    manifests: ['integrations.yaml', 'people.yaml'],
    unmanaged: 'ignore',
    ...rest,
  }
  const variables = { ...secrets }
  const isLines = style === 'NDJSON'
  const file = createWriteStream(join(cwd, isLines ? 'people.ndjson' : 'people.yaml'))
  if (!isLines) file.write('subscribers:\n')
  for (const range of people) await writePeople(file, range, variables, writers[style])
  file.end()
  await once(file, 'close')
  const hasTokens = people.some(({ tokens }) => tokens !== undefined)
  const include = { include: 'people.ndjson', ...(hasTokens && { references: true }) }
  writeFileSync(join(cwd, 'belfry.yaml'), JSON.stringify(project))
  writeFileSync(join(cwd, 'integrations.yaml'), JSON.stringify({ integrations: [...integrations, ...more] }))
  if (isLines) writeFileSync(join(cwd, 'people.yaml'), JSON.stringify({ subscribers: [include] }))
  const { BELFRY_SECRET_COMMAND: _command, ...env } = process.env
  return { cwd, env: { ...env, ...variables, BELFRY_URL: url, BELFRY_KEY: apiKey } }
}

const writers = {
  NDJSON: (declared) => `${JSON.stringify(declared)}\n`,
  block: (declared) => stringify([declared]),
  flow: (declared) => `- ${stringify(declared, { collectionStyle: 'flow', lineWidth: 0 })}`,
}

async function writePeople(file, { from, to, step = 1, version = 0, tokens }, variables, write) {
  for (let index = from; index < to; index += step) {
    const declared = person(index, version)
    if (tokens !== undefined) {
      const name = `BENCH_TOKEN_${index}`
      variables[name] = tokens === 'same' ? tokenOf(index) : `${tokenOf(index)}-new`
      declared.channels = [pushChannel(`\${env:${name}}`)]
    }
    if (!file.write(write(declared))) await once(file, 'drain')
  }
}
