// Subscribers by the hundred: as a sandbox is seeded with them, and as a project declares them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function seedOf(count) {
  return {
    environments: [{ name: 'Development', type: 'dev', apiKey: 'be'.repeat(16) }],
    integrations: [],
    workflows: [],
    messages: [],
    notifications: [],
    subscribers: Array.from({ length: count }, (_, index) => ({
      environment: 'Development',
      subscriberId: nameOf(index),
      firstName: 'Seeded',
    })),
  }
}

/** A project that declares all of them, with a first name of that round. */
export function projectFor(folder, round, count) {
  const path = join(folder, `round-${round}`)
  mkdirSync(path)
  writeFileSync(
    join(path, 'belfry.yaml'),
    [
      'service: { url: "${env:BELFRY_URL}" }',
      'targets: { Development: { apiKey: "${env:BELFRY_KEY}" } }',
      'manifests: [people.yaml]',
      '',
    ].join('\n'),
  )
  const people = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ subscriberId: nameOf(index), firstName: `Round ${round}` }),
  )
  writeFileSync(join(path, 'people.ndjson'), `${people.join('\n')}\n`)
  writeFileSync(join(path, 'people.yaml'), 'subscribers:\n  - include: people.ndjson\n')
  return path
}

function nameOf(index) {
  return `user-${String(index).padStart(6, '0')}`
}
