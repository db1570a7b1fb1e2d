// What reading many manifests costs: 1,000 files with 10 resources each, against a bare parse of the same files and against
// `node -e 0`.
import { mkdirSync, writeFileSync } from 'node:fs'
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
  const name = `validate of ${files.toLocaleString('en')} files, ${(files * perFile).toLocaleString('en')} resources`
  return [
    compared(name, time, 'node -e 0', empty),
    compared(
      `${name}, against YAML`,
      { wall: time.wall, cpu: time.cpu },
      'parse of each file with the package yaml',
      bare,
    ),
  ]
}

/** The first of each file has a push channel. */
function subscriber(index) {
  const channels = index % perFile === 0 ? [pushChannel(`\${env:${tokenName(index)}}`)] : []
  return { ...person(index), ...(channels.length > 0 && { channels }) }
}

function tokenName(index) {
  return `BENCH_TOKEN_${index}`
}
