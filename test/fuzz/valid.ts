// The examples as what to mutate, and the reference project as where to put it.
import { readdirSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Files } from './folder.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

function textsIn(folder: string, ending: RegExp): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .sort()
    .map((path) => read(`${folder}/${path}`))
}

const ofReference = 'examples/reference'

/** Every field of everything. */
export const reference: Files = Object.fromEntries(
  [
    'belfry.yaml',
    'people.ndjson',
    'files/service-account.json',
    'manifests/environment.yaml',
    'manifests/integration.yaml',
    'manifests/subscriber.yaml',
  ].map((path) => [path, read(`${ofReference}/${path}`)]),
)

export const environment: Readonly<Record<string, string | undefined>> = {
  ...parseEnv(read(`${ofReference}/sandbox.env`)),
  SECRET: 'made-up-and-secret',
}

export const manifests = textsIn('examples', /manifests\/.*\.yaml$/)
export const projects = textsIn('examples', /belfry\.yaml$/)
export const bulks = textsIn('examples', /\.ndjson$/)
