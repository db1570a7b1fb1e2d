// Rows for people and for programs.
import { limitOf, round } from './figures.mjs'

/** One line for each row, and one for each figure that is published. */
export function asTable(rows, { rows: known }) {
  return rows
    .map(({ name, against, figures, measured }) => {
      const before = known.find((row) => row.name === name)?.figures ?? {}
      const lines = Object.entries(figures).map(([figure, value]) => {
        const limit = limitOf(figure, before[figure])
        const from = [measured.time?.[figure], measured.base?.[figure]].filter((each) => each !== undefined)
        const parts = figure === 'peak' ? from.map(mebibytes) : from.map(milliseconds)
        return [
          `  ${figure.padEnd(10)} ${figure === 'peak' ? mebibytes(value) : round(figure, value)}`.padEnd(28),
          parts.join(' / ').padEnd(24),
          limit === undefined ? '' : `limit ${limit}`,
        ]
          .join(' ')
          .trimEnd()
      })
      return [`${name}   (against ${against})`, ...lines].join('\n')
    })
    .join('\n')
}

export function asJson(rows) {
  return JSON.stringify({ node: process.version, rows }, null, 2)
}

function milliseconds(value) {
  return `${value.toFixed(0)} ms`
}

function mebibytes(value) {
  return `${value.toFixed(0)} MiB`
}
