// A certificate that nobody trusts, made for one test: the least of X.509 that TLS takes.
import { generateKeyPairSync, sign } from 'node:crypto'

export interface SelfSigned {
  readonly key: string
  readonly cert: string
}

/** For any host, valid for an hour. */
export function selfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from('belfry test')))))
  const validity = sequence(time(Date.now() - 60_000), time(Date.now() + 3_600_000))
  const subject = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(tagged(0x02, Buffer.from([1])), algorithm, name, validity, name, subject)
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)])
  const der = sequence(body, algorithm, tagged(0x03, signature))
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** ecdsa-with-SHA256, and the name's attribute commonName, as object identifiers. */
const algorithm = sequence(tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const commonName = tagged(0x06, Buffer.from('550403', 'hex'))

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function time(milliseconds: number): Buffer {
  const text = new Date(milliseconds).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return tagged(0x18, Buffer.from(text))
}
