// Checks on single texts. Each answers for one rule.
import type { TextCheck } from './form.ts'

/** What deployed services accept: one @, a dotted domain, no white space. Linear in the text's length. */
export const email: TextCheck = {
  rule: 'bad-email',
  test: (text) => {
    const mark = text.lastIndexOf('@')
    const domain = text.slice(mark + 1)
    return (
      mark > 0 &&
      text.indexOf('@') === mark &&
      !/\s/.test(text) &&
      domain.includes('.') &&
      domain.split('.').every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'))
    )
  },
  message: 'is not a valid email address',
  hint: 'Write an address such as name@example.com. The service rejects a domain without a dot.',
}

export const hexColor: TextCheck = {
  rule: 'bad-color',
  test: (text) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
  message: 'is not a valid hex color',
  hint: 'Write a color such as "#ff8800", in quotes: an unquoted # starts a comment.',
}

/** A check takes 50 µs, and a hundred thousand subscribers share a few zones. */
const knownZones = new Map<string, boolean>()

let listedZones: ReadonlySet<string> | undefined

function isZone(text: string): boolean {
  // An offset is checked by its form: Node 20 knows no offsets.
  if (/^[+-]/.test(text)) return isOffset(text)
  // The list has no aliases such as Europe/Kiev; a first date format takes as long as reading several manifests.
  listedZones ??= new Set(Intl.supportedValuesOf('timeZone'))
  if (listedZones.has(text)) return true
  try {
    Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** `+01:00`, from -12:00 to +14:00. */
export function isOffset(text: string): boolean {
  return /^(?:[+-](?:0\d|1[01]):[0-5]\d|[+-]12:00|\+(?:12|13):[0-5]\d|\+14:00)$/.test(text)
}

export const timezone: TextCheck = {
  rule: 'bad-timezone',
  test: (text) => {
    const known = knownZones.get(text) ?? isZone(text)
    if (knownZones.size < 1000) knownZones.set(text, known)
    return known
  },
  message: 'is not a known IANA time zone',
  hint: 'Write a name such as Europe/Berlin or UTC.',
}

export const locale: TextCheck = {
  rule: 'bad-locale',
  test: (text) => /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i.test(text) && text.length <= 64,
  message: 'is not a valid locale',
  hint: 'Write a language such as de, de-DE or de_DE.',
}

export const webUrl: TextCheck = {
  rule: 'bad-url',
  // A URL is also what parsing repairs: `https:example.com`, or one with spaces around it.
  test: (text) => /^https?:\/\/[^\s/\\]([^\t\n\r]*\S)?$/i.test(text) && URL.canParse(text),
  message: 'is not a valid URL',
  hint: 'Write a complete URL such as https://example.com/path.',
}

export const notEmpty: TextCheck = {
  rule: 'empty-value',
  test: (text) => text.trim() !== '',
  message: 'is empty',
}
