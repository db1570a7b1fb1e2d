// The published figures: bench/figures.json, from which docs/performance.md is made and by which --check judges.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

const file = new URL('../figures.json', import.meta.url)
/** How much worse than published a figure may be. */
const tolerance = 1.25
/** All other figures are better the lower they are. */
const higherIsBetter = new Set(['share'])
/** Counts that a busy machine may raise by one. */
const chance = new Set(['refused', 'other client refused'])

/** `{ machine, node, rows: { name, against, figures }[] }` */
export function published() {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Figures of the rows beyond their limits: `{ name, figure, value, limit }`. Without a published figure there is no limit. */
export function overLimit(rows) {
  const known = new Map(published().rows.map((row) => [row.name, row.figures]))
  return rows.flatMap(({ name, figures }) =>
    Object.entries(figures).flatMap(([figure, value]) => {
      const limit = limitOf(figure, known.get(name)?.[figure])
      const isOver = higherIsBetter.has(figure) ? value < limit : value > limit
      return limit !== undefined && isOver ? { name, figure, value, limit } : []
    }),
  )
}

/** Undefined without a published figure. */
export function limitOf(figure, value) {
  if (value === undefined) return undefined
  const limit = higherIsBetter.has(figure)
    ? value / tolerance
    : value * tolerance + (chance.has(figure) ? 1 : 0)
  return Number(limit.toPrecision(3))
}

/** With `isWhole` the rows are all there are; else those that weren't measured now stay as they are. */
export function publish(rows, isWhole) {
  const before = isWhole ? [] : published().rows
  const measured = new Map(
    rows.map(({ name, against, figures }) => [name, { name, against, figures: rounded(figures) }]),
  )
  const kept = before.map((row) => measured.get(row.name) ?? row)
  const added = [...measured.values()].filter(({ name }) => before.every((row) => row.name !== name))
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() || process.arch}), ${Math.round(totalmem() / 2 ** 30)} GiB`
  writeFileSync(
    file,
    `${JSON.stringify({ machine, node: process.version, rows: [...kept, ...added] }, null, 2)}\n`,
  )
}

function rounded(figures) {
  return Object.fromEntries(Object.entries(figures).map(([figure, value]) => [figure, round(figure, value)]))
}

export function round(figure, value) {
  return figure === 'peak' ? Math.round(value) : Number(value.toFixed(2))
}
