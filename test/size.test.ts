// What scripts/size.mjs counts as code, and what it finds in it.
import { expect, test } from 'vitest'
import { codeIn, outlineOf } from '../scripts/size.mjs'

test.each([
  [
    'a comment',
    'a.ts',
    '// why\nconst a = 1 /* one */\n\n/** @throws */\nconst b = 2\n',
    2,
    'consta=1constb=2',
  ],
  [
    'code in a text',
    'a.ts',
    'const page = `\n// not a comment\n  <b>x</b>\n`\n',
    4,
    'constpage=`//notacomment<b>x</b>`',
  ],
  ['YAML', 'action.yml', '# why\nruns:\n  # how\n  using: composite # all\n', 2, 'runs:using:composite#all'],
])('%s', (_, file, text, lines, code) => {
  expect(codeIn(file, text)).toEqual({ lines, characters: code.length })
})

test('exports, imports and long functions', () => {
  const body = Array.from({ length: 50 }, (_, line) => `  console.log(${line})`).join('\n')
  const text = `import { one, type Two } from './other.ts'
export interface Shape { readonly two: Two }
export const table = { run: () => one, size: 3 }
export function long() {
${body}
  return () => { ${body} }
}
export { one as again }
const own = 1
function short() {}
`
  expect(outlineOf('a.ts', text)).toEqual({
    names: ['Shape', 'table', 'table.run', 'long', 'again'],
    imports: [
      { from: './other.ts', name: 'one' },
      { from: './other.ts', name: 'Two' },
    ],
    long: ['a.ts'],
  })
})
