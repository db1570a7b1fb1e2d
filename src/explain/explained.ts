// What an explanation contains, as plain data: text, JSON and the reference pages are made of it.

/** Also the prefix that makes a name unambiguous: `rule/limit`. */
export const sorts = ['rule', 'exit', 'provider', 'field', 'option'] as const

export type Sort = (typeof sorts)[number]

export interface Example {
  /** `fix`: commands that correct the problem. */
  readonly kind: 'bad' | 'good' | 'fix'
  /** `yaml`, `ndjson`, `csv`, `sh`, or `text` for what is not valid YAML. */
  readonly language: string
  /** The file that the text belongs in, if it is not a manifest. */
  readonly file?: string
  readonly text: string
}

const headings = { bad: 'Wrong', good: 'Right', fix: 'Commands' } as const

/** Without a wrong one to compare with, a right one is only an example. */
export function headingOf({ kind }: Example, all: readonly Example[]): string {
  return kind === 'good' && all.every((each) => each.kind !== 'bad') ? 'Example' : headings[kind]
}

export interface Entry {
  readonly name: string
  readonly summary: string
  /** Such as `required` and `secret`. */
  readonly notes?: readonly string[]
}

/** A list inside an explanation, such as the credentials of a provider. */
export interface Part {
  readonly title: string
  readonly entries: readonly Entry[]
}

export interface Explained {
  readonly sort: Sort
  readonly name: string
  readonly summary: string
  /** Short answers in their order: `Type: string`. */
  readonly facts: Readonly<Record<string, string>>
  /** Paragraphs. Code is in backticks. */
  readonly text: readonly string[]
  /** What to do about it. */
  readonly fix?: string
  readonly examples: readonly Example[]
  readonly parts: readonly Part[]
}

/** All explanations of a sort, for the overview. */
export interface Group {
  readonly sort: Sort
  readonly count: number
  /** What the subjects are, in words. */
  readonly about: string
  readonly example: string
}

/** An option of a command, as the command line defines it. */
export interface OptionRow {
  /** `--max-changes` */
  readonly name: string
  readonly short?: string
  /** `<name>`; absent if it takes no argument. */
  readonly argument?: string
  readonly help: string
  readonly choices?: readonly string[]
  readonly default?: string
  /** The heading in help under which it is listed. */
  readonly group?: string
}

/** A command, as the command line defines it. */
export interface CommandRow {
  /** `events list` */
  readonly name: string
  /** `[plan]` */
  readonly usage: string
  readonly help: string
  readonly arguments: readonly { readonly name: string; readonly help: string }[]
  readonly options: readonly OptionRow[]
  readonly notes?: string
  readonly examples: readonly string[]
  /** Environment variables that it reads. */
  readonly variables?: readonly string[]
}
