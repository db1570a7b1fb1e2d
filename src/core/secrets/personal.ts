// Masks personal data, so that only a reader who knows the person can recognise them.
import { withoutTrailing } from '../words.ts'
import { eachLeaf, mapLeaves, type Value } from '../value.ts'

/** `o***@acme.example`, `+49…12`, `0…12`, or the first character of any other text. */
export function maskText(text: string): string {
  if (text === '') return text
  if (isAddress(text)) return maskAddress(text)
  return isNumber(text) ? maskNumber(text) : `${first(text)}***`
}

/** Masks every value of a map or list; its keys, booleans and closed values stay. */
export function maskValue(value: Value): Value {
  return mapLeaves(value, (leaf) => {
    if (typeof leaf === 'number') return '***'
    return typeof leaf === 'string' ? maskText(leaf) : leaf
  })
}

/** In a sentence, a telephone number begins with a plus. Pages and editors write spaces and hyphens that don't break a line. */
const phoneNumber = /(?<!\w)\+[\d(][\d() \u00A0\u2009\u202F./\u2010-\u2013-]*\d/g

/** The e-mail addresses and telephone numbers in a text that is about something else. Linear in its length. */
export function maskWithin(text: string): string {
  return text
    .replaceAll(phoneNumber, (found) => (isNumber(found) ? maskNumber(found) : found))
    .split(/([\s"'<>()[\]{},;:=|/\\]+)/)
    .map((word) => {
      if (!/.@./u.test(word)) return word
      // The full stop after an address ends the sentence, so it stays.
      const address = withoutTrailing(word, sentenceEnds)
      return `${maskText(address)}${word.slice(address.length)}`
    })
    .join('')
}

/** A channel in a sentence, or a field of one: the ID of a provider and the identifier of an integration. */
const channelName = /(\bchannel(?: |s\.)[\w-]+@[\w-]+(?:\.[\w-]+)*(?![\w-]|\.\w|@))/

/** `maskWithin` for messages of belfry, which contain names of channels. An email address can have the form of such a name. */
export function maskSentence(text: string, isProvider: (id: string) => boolean): string {
  const isChannel = (name: string): boolean => {
    const [providerId = '', identifier = ''] = name.replace(/^channel(?: |s\.)/, '').split('@')
    return !identifier.includes('.') || isProvider(providerId)
  }
  return text
    .split(channelName)
    .map((part, index) => (index % 2 === 1 && isChannel(part) ? part : maskWithin(part)))
    .join('')
}

/** Masks the values that a text quotes, each as if alone, and the rest by `within`; values of one or two characters stay. */
export function maskQuoted(text: string, values: Iterable<string>, within = maskWithin): string {
  const longest = [...new Set(values)].filter((value) => value.length > 2).sort((a, b) => b.length - a.length)
  return within(longest.reduce((shown, value) => shown.replaceAll(value, () => maskText(value)), text))
}

/** The texts of a value that is to be masked. */
export function personalTexts(value: Value | undefined): readonly string[] {
  const texts: string[] = []
  eachLeaf(value, (leaf) => {
    if (typeof leaf === 'string') texts.push(leaf)
  })
  return texts
}

/** Names are kept, because people select by them, except addresses, and numbers with a plus: other digits may be a plain ID. */
export function maskName(name: string): string {
  return isAddress(name)
    ? maskAddress(name)
    : isNumber(name) && name.startsWith('+')
      ? maskNumber(name)
      : name
}

/** Commands to copy contain no masked names: a masked address is a pattern, which can match other resources. */
export function withPlaceholders(command: string): string {
  return command.replaceAll(/(?<=--[a-z-]+ '?|\/)(?:.\*{3}@[^\s',]*[^\s',.]|\+.{2}….{2})/gu, 'MASKED_ID')
}

const sentenceEnds = '.!?'

function isAddress(text: string): boolean {
  const sign = text.indexOf('@')
  return sign > 0 && sign === text.lastIndexOf('@') && sign < text.length - 1 && !/\s/.test(text)
}

function maskAddress(text: string): string {
  return `${first(text)}***${withoutTrailing(text.slice(text.indexOf('@')), sentenceEnds)}`
}

function isNumber(text: string): boolean {
  return /^\+?[\d().\s/\u2010-\u2013-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 7
}

function maskNumber(text: string): string {
  return `${text.slice(0, text.startsWith('+') ? 3 : 1)}…${text.slice(-2)}`
}

function first(text: string): string {
  return Array.from(text)[0] ?? ''
}
