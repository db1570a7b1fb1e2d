// Takes out of a service's own words what it quotes of the secrets that it was sent.
import { reveal, Secret } from './secret.ts'
import { isList, isMap, type Value } from './value.ts'

/** Puts labels in place of the secrets of a request, however the service writes them. */
export function labelling(body: Value | undefined, apiKey: Secret): (text: string) => string {
  const labels = [...secretsIn(body), apiKey]
    .filter((secret) => secret.isResolved)
    .flatMap((secret) => formsOf(String(reveal(secret))).map((form) => [form, secret.toString()] as const))
    // Shorter ones are in every text, and no secrets.
    .filter(([form]) => form.length >= shortest)
    .sort(([left], [right]) => right.length - left.length)
  return (text) => labels.reduce((shown, [form, label]) => shown.replaceAll(form, () => label), text)
}

const shortest = 4

function secretsIn(value: Value | undefined): Secret[] {
  if (value instanceof Secret) return [value]
  if (isList(value)) return value.flatMap(secretsIn)
  return isMap(value) ? Object.values(value).flatMap(secretsIn) : []
}

/** As it is, in JSON, in JSON inside JSON, in a URL, in HTML, in base64. */
function formsOf(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1)
  const inHtml = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  const inBase64 = Buffer.from(text).toString('base64')
  const forms = [
    text,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(text),
    inHtml,
    inBase64,
  ]
  return [...new Set(forms)]
}
