// Small steps away from a text that is right: most of what comes out is still read some way in.
import * as fc from 'fast-check'
import { nastyKey, nastyYaml } from './nasty.ts'

type Edit = (lines: readonly string[]) => readonly string[]

/** From 0 to 1, exclusive: a place in whatever there is. */
const place = fc.nat(999).map((nat) => nat / 1000)

function at(lines: readonly unknown[], where: number): number {
  return Math.floor(where * lines.length)
}

const deleting = fc.tuple(place, fc.integer({ min: 1, max: 3 })).map(
  ([where, count]): Edit =>
    (lines) =>
      lines.toSpliced(at(lines, where), count),
)

const repeating = fc.tuple(place, fc.constantFrom(1, 1, 1, 2, 400)).map(
  ([where, count]): Edit =>
    (lines) =>
      lines.toSpliced(
        at(lines, where),
        0,
        ...Array.from({ length: count }, () => lines[at(lines, where)] ?? ''),
      ),
)

const moving = fc.tuple(place, place).map(
  ([from, to]): Edit =>
    (lines) =>
      lines.toSpliced(at(lines, from), 1).toSpliced(at(lines, to), 0, lines[at(lines, from)] ?? ''),
)

const indenting = fc.tuple(place, fc.constantFrom('  ', '    ', '\t', '- ', '-', '')).map(
  ([where, by]): Edit =>
    (lines) =>
      lines.with(
        at(lines, where),
        by === '' ? (lines[at(lines, where)] ?? '').trimStart() : `${by}${lines[at(lines, where)]}`,
      ),
)

const revaluing = fc.tuple(place, nastyYaml).map(
  ([where, value]): Edit =>
    (lines) =>
      lines.with(
        at(lines, where),
        (lines[at(lines, where)] ?? '').replace(
          /([:-] +|^)[^:\s-][^#]*$/,
          (_, before: string) => `${before}${value}`,
        ),
      ),
)

const renaming = fc.tuple(place, nastyKey).map(
  ([where, key]): Edit =>
    (lines) =>
      lines.with(
        at(lines, where),
        (lines[at(lines, where)] ?? '').replace(/[\w-]+:/, () => `${key}:`),
      ),
)

const splicing = fc
  .tuple(place, place, fc.nat(12), nastyYaml)
  .map(([where, column, gone, text]): Edit => (lines) => {
    const line = lines[at(lines, where)] ?? ''
    const start = Math.floor(column * line.length)
    return lines.with(at(lines, where), `${line.slice(0, start)}${text}${line.slice(start + gone)}`)
  })

const cutting = place.map((where): Edit => (lines) => {
  const text = lines.join('\n')
  return text.slice(0, Math.floor(where * text.length)).split('\n')
})

const edit = fc.oneof(
  { arbitrary: revaluing, weight: 6 },
  { arbitrary: renaming, weight: 3 },
  { arbitrary: splicing, weight: 3 },
  deleting,
  repeating,
  moving,
  indenting,
  cutting,
)

const whole = fc.constantFrom<((text: string) => string)[]>(
  (text) => `\uFEFF${text}`,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', '\r'),
  (text) => `${text}\n---\n${text}`,
  () => '',
  () => '\u0000',
)

/** One of the texts, edited up to four times; see `bytesOf` for its bytes. */
export function mutatedText(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(edit, { minLength: 1, maxLength: 4, size: 'max' }),
      fc.option(whole, { freq: 20 }),
    )
    .map(([text, edits, last]) => {
      const lines = edits.reduce<readonly string[]>(
        (before, each) => (before.length === 0 ? before : each(before)),
        text.split('\n'),
      )
      return (last ?? String)(lines.join('\n'))
    })
}
