// TLS options hold private keys, whatever form a service keeps them in.
import { expect, test } from 'vitest'
import { closed } from '../../../src/core/secrets/hide-secrets.ts'
import { isSecretCredential } from '../../../src/kinds/integration/credential-texts.ts'

test.each([
  ['one text', '{"key":"PRIVATE"}', '(secret live)'],
  [
    'a map: what is no secret stays readable',
    { rejectUnauthorized: false, key: 'PRIVATE', ca: ['A', 'B'] },
    { rejectUnauthorized: false, key: '(secret live)', ca: ['(secret live)', '(secret live)'] },
  ],
  ['a list', ['PRIVATE'], ['(secret live)']],
])('%s', (_, tlsOptions, expected) => {
  const shown = closed({ tlsOptions }, isSecretCredential, { path: ['credentials'] })
  expect(JSON.parse(JSON.stringify(shown))).toEqual({ tlsOptions: expected })
})
