// How many columns a text takes on a terminal.

const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f], [0x2e80, 0x303e], [0x3041, 0xa4cf], [0xac00, 0xd7a3], [0xf900, 0xfaff], [0xfe30, 0xfe6f],
  [0xff00, 0xff60], [0xffe0, 0xffe6], [0x1f300, 0x1f64f], [0x1f900, 0x1f9ff], [0x20000, 0x3fffd],
] // prettier-ignore

const ascii = /^[ -~]*$/

export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length
  let width = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x300) width += 1
    else if (!/\p{M}/u.test(character))
      width += wide.some(([from, to]) => point >= from && point <= to) ? 2 : 1
  }
  return width
}
