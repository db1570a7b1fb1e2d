// Secrets of the shapes that providers give out, each made for tests.
import { createHash } from 'node:crypto'

/** Characters of base64 that look random and are the same in every run. */
function random(seed: string, length: number, encoding: 'base64' | 'base64url' | 'hex' = 'base64'): string {
  const blocks = Array.from({ length: Math.ceil(length / 40) }, (_, at) =>
    createHash('sha256').update(`${seed}-${at}`).digest(encoding).slice(0, 40),
  )
  return blocks.join('').slice(0, length)
}

export const keyLines: readonly string[] = [
  ...(random('pem', 64 * 6).match(/.{64}/g) ?? []),
  random('rest', 14),
]

export const pem = ['-----BEGIN PRIVATE KEY-----', ...keyLines, '-----END PRIVATE KEY-----', ''].join('\n')

export const serviceAccount = {
  type: 'service_account',
  project_id: 'acme-notifications-production',
  private_key_id: random('id', 40, 'hex'),
  private_key: `-----BEGIN PRIVATE KEY-----\n${(random('account', 64 * 5).match(/.{64}/g) ?? []).join('\n')}\n-----END PRIVATE KEY-----\n`,
  pin: random('pin', 13, 'base64url'),
  client_email: 'push@acme-notifications-production.iam.gserviceaccount.com',
  client_id: '104958371649182736450',
  token_uri: 'https://oauth2.googleapis.com/token',
  auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
  universe_domain: 'googleapis.com',
}

export const serviceAccountText = JSON.stringify(serviceAccount, undefined, 2)

export const webhook = `https://hooks.chat.example/services/T0${random('team', 9, 'hex')}/B0${random('channel', 12, 'hex')}/${random('hook', 24, 'base64url')}?code=${random('code', 13, 'hex')}`

export const apiKey = `SG.${random('key', 22, 'base64url')}.${random('keys', 43, 'base64url')}`

/** Its words are shorter than any part that counts on its own. */
export const passphrase = 'seventy orange bicycles under a bridge'
