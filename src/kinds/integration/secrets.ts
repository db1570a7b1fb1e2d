// Which fields of an integration may be shown: an allow-list, so that a key nobody has heard of stays hidden.
import type { FieldPath } from '../../core/compare.ts'

const visible = new Set([
  'from', 'senderName', 'region', 'host', 'port', 'domain', 'projectName', 'ipPoolName', 'secure', 'requireTls',
  'ignoreTls', 'hmac', 'authenticateByToken', 'apiKeyRequestHeader', 'secretKeyRequestHeader', 'idPath', 'datePath',
  'title', 'state', 'inboundWebhookEnabled',
]) // prettier-ignore

export function isSecretCredential(path: FieldPath): boolean {
  const [section, key] = path
  return (section === 'credentials' || section === 'configurations') && key !== undefined && !visible.has(key)
}
