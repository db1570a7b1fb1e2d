// Words of a command that a reader may copy: the shell takes each name as one word, and the command is the one that this run means.

export function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** Adds the options of a run: `plan --out FILE` becomes `belfry plan -t Production --out FILE`. */
export type Completion = (words: string, scope: Scope) => string

/** What the command repeats of a selection: all, only its targets, or nothing. */
export type Scope = 'selection' | 'targets' | 'project'

const bare: Completion = (words) => `belfry ${words}`
let complete = bare

/** `words` follow `belfry`. Programs that use the library have no options to add. */
export function commandLine(words: string, scope: Scope = 'selection'): string {
  return complete(words, scope)
}

/** While it runs, `completion` makes the commands of all messages. A process has one run at a time. */
export async function completing<Value>(completion: Completion, run: () => Promise<Value>): Promise<Value> {
  complete = completion
  try {
    return await run()
  } finally {
    complete = bare
  }
}
