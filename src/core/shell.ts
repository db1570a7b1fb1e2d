// Words of a command that a reader may copy: whatever a name holds, the shell takes it as one word.

export function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
