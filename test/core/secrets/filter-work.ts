// Texts that made the filter take time with their square.
import assert from 'node:assert/strict'
import { createFilter } from '../../../src/core/secrets/redact.ts'
import { PieceIndex } from '../../../src/core/secrets/piece-index.ts'
import { partsOf, shortestPart } from '../../../src/core/secrets/secret-forms.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Work } from '../../support/steps/steps.ts'

function filterOf(secret: string) {
  const filter = createFilter()
  filter.addSecrets(Secret.of(secret, 'env:KEY'))
  return filter
}

export const visibleValuesShareAPart: Work = (size) => () => {
  const filter = filterOf('smtp-relay-of-acme:abcdefghijklmnopqrstuvwxyz')
  filter.addVisible((hear) => {
    for (let index = 0; index < size; index++) hear(`smtp-relay-of-acme-${index}`)
  })
  const shown = filter.redact('smtp-relay-of-acme refused abcdefghijklmnopqrst')
  assert.equal(shown, 'smtp-relay-of-acme refused (secret env:KEY)')
}

export const replyRepeatsBase64: Work = (size) => {
  const key = 'SG.abcdefghij0123456789KLMNOPQRSTUVWXYZabcdefghij0123456789KLMNOPQRSTUVWXYZ'
  const piece = Buffer.from(key).toString('base64').slice(36, 68)
  const reply = `${piece} `.repeat(size)
  return () => assert.equal(filterOf(key).findSecret(reply), undefined)
}

export const escapedQuotes: Work = (size) => {
  const secret = `{${'\\"'.repeat(size)}abcdefghijklmnop`
  return () => assert.equal(filterOf(secret).redact('it is abcdefghijklmnop'), 'it is (secret env:KEY)')
}

export const textRepeatsWhatASecretRepeats: Work = (size) => () => {
  const secret = 'a'.repeat(5000)
  const repeating = new PieceIndex<string>(shortestPart)
  for (const piece of partsOf(secret)) repeating.add(secret, piece)
  const runs = repeating.runs('a'.repeat(size))
  assert(runs.some(({ from, to }) => from === 0 && to === size))
}

export const manySecrets: Work = (count) => {
  const text = Array.from({ length: 2000 }, (_, at) => `sentence ${at} of what a service says. `).join('')
  const filter = createFilter()
  for (let at = 0; at < count; at++)
    filter.addSecrets(Secret.of(`https://hooks.slack.example/services/T${at}/B${at * 7}`, `env:HOOK_${at}`))
  filter.redact(`${text} https://hooks.slack.example/services/T9/B63`)
  return () => filter.redact(text)
}
