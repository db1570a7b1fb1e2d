// Characters that act on a terminal or hide text from its reader.

/** Controls, format characters (bidi, zero-width, tags), line separators, lone surrogates, blanks that look like nothing. */
export const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu

export function holdsHidden(text: string): boolean {
  return text.search(hidden) >= 0
}
