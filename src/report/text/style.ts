// What a stream can show: colour or not, Unicode or not, and how wide it is.

export interface Style {
  readonly color: 'yes' | 'no'
  readonly unicode: 'yes' | 'no'
  readonly columns: number
  /** It is a terminal, so what is wider is wrapped. */
  readonly terminal?: true
  /** In the `diff` block of a comment: the first character of a line says what happens, and sites color the line by it. */
  readonly diff?: true
}

export const plain: Style = { color: 'no', unicode: 'yes', columns: 100 }

export const diff: Style = { ...plain, diff: true }

type Paint = 'green' | 'yellow' | 'red' | 'cyan' | 'dim' | 'bold'

const codes: Readonly<Record<Paint, readonly [number, number]>> = {
  green: [32, 39],
  yellow: [33, 39],
  red: [31, 39],
  cyan: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
}

export function paint(style: Style, how: Paint, text: string): string {
  const [on, off] = codes[how]
  return style.color === 'yes' ? `\u001B[${on}m${text}\u001B[${off}m` : text
}

export function arrow({ unicode }: Style): string {
  return unicode === 'yes' ? '→' : '->'
}

export function dot({ unicode }: Style): string {
  return unicode === 'yes' ? '·' : '-'
}
