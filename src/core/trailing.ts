// Takes characters off the end of a text, whatever the text: a search for them from the front would take its square.

export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
