// What reading many manifests costs: 1,000 files with 10 resources each, against a bare parse of the same files and against
// `node -e 0`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { belfry } from '../../scripts/sandbox-process.mjs'
import { medians } from '../measure/medians.mjs'
import { node } from '../measure/process.mjs'
import { compared } from '../measure/row.mjs'
import { person, pushChannel, tokenOf } from '../service/data.mjs'
import { writeProject } from '../service/project.mjs'

const files = 1000
const perFile = 10

export async function measureValidate({ folder, fewSamples, service, bare: runBare }) {
  const project = await writeProject(join(folder, 'validate'), service.url, [], {
    manifests: ['integrations.yaml', 'people'],
  })
  const people = join(project.cwd, 'people')
  mkdirSync(people, { recursive: true })
  for (let file = 0; file < files; file++) {
    const subscribers = Array.from({ length: perFile }, (_, index) => subscriber(file * perFile + index))
    writeFileSync(join(people, `team-${String(file).padStart(4, '0')}.yaml`), stringify({ subscribers }))
  }
  const tokens = Array.from({ length: files }, (_, file) => [tokenName(file * perFile), tokenOf(file)])
  const env = { ...project.env, ...Object.fromEntries(tokens) }
  const [empty, bare, time] = await medians(fewSamples, [
    () => node(['-e', '0']),
    () => runBare('parse', [people], { hasPeak: true }),
    () => node([belfry, 'validate'], { cwd: project.cwd, env, hasPeak: true }),
  ])
  const csv = await measureCsv(folder, service, fewSamples)
  const name = `validate of ${files.toLocaleString('en')} files, ${(files * perFile).toLocaleString('en')} resources`
  return [
    compared(name, time, 'node -e 0', empty),
    compared(
      `${name}, against YAML`,
      { wall: time.wall, cpu: time.cpu },
      'parse of each file with the package yaml',
      bare,
    ),
    csv,
  ]
}

/** The same subscribers in CSV and in NDJSON. */
async function measureCsv(folder, service, samples) {
  const count = 100_000
  const { cwd, env } = await writeProject(join(folder, 'validate-csv'), service.url, [{ from: 0, to: count }])
  const lines = readFileSync(join(cwd, 'people.ndjson'), 'utf8').trimEnd().split('\n')
  const rows = lines.map((line) => {
    const { data, ...attributes } = JSON.parse(line)
    const json = JSON.stringify(data.region).replaceAll('"', '""')
    return [...Object.values(attributes), data.plan, data.tier, `"${json}"`].join(',')
  })
  const header = [...Object.keys(person(0)).slice(0, -1), 'data.plan', 'data.tier', 'data.region']
  writeFileSync(join(cwd, 'people.csv'), [header.join(','), ...rows, ''].join('\n'))
  const columns = { 'data.tier': { type: 'number' }, 'data.region': { type: 'json' } }
  const include = { include: 'people.csv', columns }
  writeFileSync(join(cwd, 'table.yaml'), JSON.stringify({ subscribers: [include] }))
  const run = (file) => () => node([belfry, 'validate', '-f', file], { cwd, env, hasPeak: true })
  const [ndjson, csv] = await medians(samples, [run('people.yaml'), run('table.yaml')])
  return compared(
    `validate of ${count.toLocaleString('en')} subscribers in CSV`,
    csv,
    'the same in NDJSON',
    ndjson,
  )
}

/** The first of each file has a push channel. */
function subscriber(index) {
  const channels = index % perFile === 0 ? [pushChannel(`\${env:${tokenName(index)}}`)] : []
  return { ...person(index), ...(channels.length > 0 && { channels }) }
}

function tokenName(index) {
  return `BENCH_TOKEN_${index}`
}
