// The parts and the spellings of secrets in which services repeat them.
import { apiKey, keyLines, passphrase, pem, serviceAccount, webhook } from './usual-secrets.ts'

const [first = '', second = ''] = keyLines
const last = keyLines.at(-1) ?? ''
const path = new URL(webhook).pathname
const begin = '-----BEGIN PRIVATE KEY-----'
const end = '-----END PRIVATE KEY-----'
const asPercent = (text: string): string => text.replaceAll(/[^]/g, (each) => `%${hex(each)}`)
const hex = (character: string): string => Buffer.from(character).toString('hex')
const ofAccount = '(secret env:ACCOUNT)'
const ofPem = '(secret env:PEM)'
const ofHook = '(secret env:HOOK)'
const ofKey = '(secret env:KEY)'
const ofPhrase = '(secret env:PHRASE)'

/** What a service may repeat of a secret, and what belfry shows for it. */
export const tries: readonly (readonly [name: string, text: string, shown: string])[] = [
  ['one line of a PEM', first, ofPem],
  ['the short last line of a PEM', last, ofPem],
  ['a PEM with its line breaks as spaces', pem.trim().replaceAll('\n', ' '), `${begin} ${ofPem} ${end}`],
  ['a PEM without its line breaks', pem.replaceAll('\n', ''), `${begin}${ofPem}${end}`],
  ['a PEM with CRLF for LF', pem.trim().replaceAll('\n', '\r\n'), `${begin}\r\n${ofPem}\r\n${end}`],
  [
    'a PEM with lines of another length',
    `${begin}\n${keyLines.join('').replaceAll(/.{40}/g, '$&\n')}\n${end}`,
    `${begin}\n${ofPem}\n${end}`,
  ],
  ['the middle of a PEM as JSON', JSON.stringify(`${first}\n${second}`), `"${ofPem}"`],
  ['the key of a service account', serviceAccount.private_key.split('\n')[1] ?? '', ofAccount],
  ['the id of that key', serviceAccount.private_key_id, ofAccount],
  ['a short field of a service account', serviceAccount.pin, ofAccount],
  [
    'a service account as JSON in one line',
    JSON.stringify({ type: 'service_account', private_key_id: serviceAccount.private_key_id }),
    `{"type":"service_account","private_key_id":${ofAccount}}`,
  ],
  ['the first 20 characters of a key', apiKey.slice(0, 20), ofKey],
  ['the first 12', apiKey.slice(0, 12), ofKey],
  ['the last 12', apiKey.slice(-12), ofKey],
  ['any 16', apiKey.slice(9, 25), ofKey],
  ['the path of a webhook', path, ofHook],
  ['a segment of it', path.split('/')[3] ?? '', ofHook],
  ['a value of its query', new URL(webhook).searchParams.get('code') ?? '', ofHook],
  ['a webhook in lower case', webhook.toLowerCase(), `https://hooks.chat.example${ofHook}`],
  ['a key in upper case', apiKey.toUpperCase(), ofKey],
  ['a part in percent escapes', asPercent(apiKey.slice(3, 25)), ofKey],
  ['a part as quoted-printable', apiKey.slice(3, 25).replaceAll(/[A-Z]/g, (each) => `=${hex(each)}`), ofKey],
  ['lines as quoted-printable', first.replaceAll(/.{30}/g, '$&=\r\n'), ofPem],
  ['a part in HTML', first.replaceAll(/[^A-Za-z]/g, (each) => `&#${each.charCodeAt(0)};`), ofPem],
  [
    'a part in hexadecimal entities',
    apiKey.slice(3, 25).replaceAll(/[^]/g, (each) => `&#x${hex(each)};`),
    ofKey,
  ],
  ['a part in JSON escapes', apiKey.slice(3, 25).replaceAll(/[^]/g, (each) => `\\u00${hex(each)}`), ofKey],
  ['lines in JSON inside JSON', JSON.stringify(JSON.stringify(`${first}\r\n${second}`)).slice(3, -3), ofPem],
  ['a part in base64', Buffer.from(apiKey.slice(3, 25)).toString('base64'), ofKey],
  ['a part in hexadecimal digits', Buffer.from(apiKey.slice(3, 25)).toString('hex'), ofKey],
  [
    'a part in base64 in percent escapes',
    asPercent(Buffer.from(apiKey.slice(3, 25)).toString('base64')),
    ofKey,
  ],
  ['a part of a passphrase in a form', passphrase.slice(8).replaceAll(' ', '+'), ofPhrase],
]
