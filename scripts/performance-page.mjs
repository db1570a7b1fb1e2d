// Puts the published figures of the bench into the page that explains them.
import { readFileSync } from 'node:fs'
import { limitOf } from '../bench/measure/figures.mjs'

const root = new URL('../', import.meta.url)
const begin = '<!-- figures -->'
const end = '<!-- end of figures -->'

/** The page with new tables between its two marks, before it is laid out. */
export function performancePage() {
  const text = readFileSync(new URL('docs/performance.md', root), 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md needs ${begin} and ${end}`)
  return `${text.slice(0, from + begin.length)}\n\n${tables()}\n\n${text.slice(to)}`
}

function tables() {
  const { machine, node, rows } = JSON.parse(readFileSync(new URL('bench/figures.json', root), 'utf8'))
  const lines = rows.map(({ name, against, figures: { wall, cpu, peak, ...others } }) => {
    const more = Object.entries(others).map(([figure, value]) => `${figure}: ${withLimit(figure, value)}`)
    const cells = [
      name,
      against,
      withLimit('wall', wall, ' ×'),
      withLimit('cpu', cpu, ' ×'),
      withLimit('peak', peak, ' MiB'),
    ]
    return `| ${[...cells, more.join('<br>')].join(' | ')} |`
  })
  return [
    `Measured on ${machine} with Node ${node}. In brackets: the limit at which CI fails.`,
    '',
    '| Measurement | Compared with | Wall time | CPU time | Peak memory | Other |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}

function withLimit(figure, value, unit = '') {
  return value === undefined ? '' : `${value}${unit} (${limitOf(figure, value)})`
}
