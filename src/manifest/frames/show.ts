// Quotes a user's text in a message: short, and on one line.

const longest = 60

export function show(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text
  return `"${short}"`
}

/** `an integration`, `a subscriber`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** `credentials.apiKey`, `channels[0].providerId`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )
}
