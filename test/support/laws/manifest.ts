// A case's manifest as people write it, YAML with references, read by the real loader.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultInputLimits } from '../../../src/manifest/text/read-text.ts'
import { stringify } from 'yaml'
import type { Kind } from '../../../src/kinds/kind.ts'
import { loadManifests, type Loaded } from '../../../src/manifest/load-manifests.ts'
import type { Project } from '../../../src/project/project.ts'
import { secretVariables, type CaseTarget, type Manifest } from './case.ts'

export interface Reading {
  readonly manifest: Manifest
  readonly targets: readonly CaseTarget[]
  readonly registry: readonly Kind[]
}

export function load({ manifest, targets, registry }: Reading): Promise<Loaded> {
  return loadText(yamlOf(manifest), targets, registry)
}

/** YAML text → what it declares for each target, with the problems found. */
export function loadText(
  text: string,
  targets: readonly CaseTarget[],
  registry: readonly Kind[],
  env: Readonly<Record<string, string>> = secretVariables,
  root = import.meta.dirname,
): Promise<Loaded> {
  const project: Project = {
    root,
    targets: targets.map(({ alias }) => ({
      alias,
      url: 'http://127.0.0.1',
      isSandbox: false,
      apiKeyFrom: `env:KEY_${alias}`,
      unmanaged: 'report',
      limits: {},
    })),
    allTargets: targets,
    unreadable: 'never',
    missing: 'report',
    privacy: 'show',
    // Random subscribers have the same few tokens, as if they shared tablets.
    // Random values may look wrong to these.
    rules: {
      'shared-device-token': 'off',
      'foreign-credential': 'off',
      'near-miss-credential': 'off',
      'placeholder-secret': 'off',
      // Whether a service refuses it is for the laws to find out.
      'primary-channel': 'warn',
    },
    smoke: { suites: [], recipients: [] },
    manifests: ['-'],
    manifestsFrom: root,
    variables: new Map(),
    targetVariables: new Map(),
    keyReferences: new Set(),
    readable: [root],
    inputLimits: defaultInputLimits,
    settings: { cwd: root, env, targets: [], fileRoots: [], need: 'live', stdin: async () => text },
  }
  return loadManifests(project, registry)
}

/** The same manifest with its subscribers in an NDJSON file of this folder. */
export function loadIncluded({ manifest, targets, registry }: Reading, folder: string): Promise<Loaded> {
  const { subscribers = [], ...others } = manifest
  writeFileSync(
    join(folder, 'people.ndjson'),
    subscribers.map((each) => `${JSON.stringify(written(each))}\n`).join(''),
  )
  const included = { subscribers: [{ include: 'people.ndjson', references: true }] }
  const text = [
    ...(Object.keys(others).length > 0 ? [yamlOf(others)] : []),
    ...(subscribers.length > 0 ? [stringify(included)] : []),
  ].join('')
  return loadText(text, targets, registry, secretVariables, folder)
}

export function yamlOf(manifest: Manifest): string {
  return stringify(written(manifest), { aliasDuplicateObjects: false })
}

function written(value: unknown): unknown {
  if (typeof value === 'string') {
    const [, number] = /^secret:(\d)$/.exec(value) ?? []
    return number === undefined ? value.replaceAll('${', '$$${') : `\${env:SECRET_${number}}`
  }
  if (Array.isArray(value)) return value.map(written)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, written(entry)]))
}
