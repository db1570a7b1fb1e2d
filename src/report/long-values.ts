// Cuts values that are too long to be read, never so that two that differ look the same.

/** Cut, with a sign and the length of the whole. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  // Never within a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[length - 1] ?? '') ? length - 1 : length
  return `${text.slice(0, end)}… (${text.length} characters)`
}

/** Both from a little before the place where they begin to differ, where one of them is too long. */
export function cutPair(was: string, is: string, length: number): readonly [was: string, is: string] {
  if (was.length <= length && is.length <= length) return [was, is]
  let same = 0
  while (same < was.length && was[same] === is[same]) same += 1
  const start = same < length / 2 ? 0 : same - 20
  const shown = (text: string): string => `${start > 0 ? '…' : ''}${cutText(text.slice(start), length)}`
  return [shown(was), shown(is)]
}
