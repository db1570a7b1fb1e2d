// When each call of an apply was sent and how long it took, as bars on one axis.
import { subjectOf } from '../../core/plan/change.ts'
import type { Result } from '../../core/plan/outcome.ts'
import { duration } from '../../core/words.ts'
import { many } from './numbers.ts'
import { stageName } from './order.ts'
import { markup, type Markup } from './markup.ts'
import { cut, sortOf, sorts, targetOf, type Story } from './story.ts'

/** Up to so many have a line of their own; more share lines, as they shared connections. */
const maxNamed = 40
const maxTracks = 400
const plot = { left: 300, width: 660, row: 22, track: 12, top: 26 }

interface Bar {
  readonly from: number
  readonly to: number
  readonly result: Result
}

export function timeline({ results }: Story): Markup | undefined {
  const bars = [...results.values()]
    .flatMap((result): Bar[] =>
      result.startedAt === undefined
        ? []
        : [{ from: result.startedAt, to: result.startedAt + result.milliseconds, result }],
    )
    .sort((left, right) => left.from - right.from)
  if (bars.length === 0) return undefined
  const end = bars.reduce((latest, { to }) => Math.max(latest, to), 1)
  const slowest = bars.reduce(
    (found, bar) => (bar.to - bar.from > found.to - found.from ? bar : found),
    bars[0] as Bar,
  )
  const lines = bars.length <= maxNamed ? named(bars, end) : packed(bars, end)
  const label = `${many(bars.length, 'request')} in ${duration(end)}. The slowest request (${subjectOf(slowest.result.change)}, ${targetOf(slowest.result.change)}) took ${duration(slowest.to - slowest.from)}`
  const height = plot.top + lines.height + 4
  const full = plot.left + plot.width
  return markup`<p class="quiet">${label}.</p><div class="scroll" tabindex="0" role="region" aria-label="Requests over time"><svg class="timeline" role="img" aria-label="Timeline: ${label}" width="${full}" height="${height}" viewBox="0 0 ${full} ${height}">${axis(end, height)}${lines.drawn}</svg></div>`
}

function scale(milliseconds: number, end: number): number {
  return plot.left + (plot.width * milliseconds) / end
}

function axis(end: number, height: number): Markup[] {
  const step = stepOf(end)
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => {
    const x = scale(index * step, end).toFixed(1)
    const text = index === 0 ? '0' : timeOf(index * step, step)
    const anchor = Number(x) > plot.left + plot.width - 30 ? 'end' : 'middle'
    return markup`<line class="rule" x1="${x}" x2="${x}" y1="18" y2="${height}"/><text class="tick" x="${x}" y="12" text-anchor="${index === 0 ? 'start' : anchor}">${text}</text>`
  })
}

/** In one unit, with as many digits as the steps need. */
function timeOf(milliseconds: number, step: number): string {
  if (step < 100) return `${milliseconds} ms`
  return `${(milliseconds / 1000).toFixed(step < 1000 ? 1 : 0)} s`
}

/** One of 1, 2 or 5 times a power of ten, so that there are about six. */
function stepOf(end: number): number {
  const power = Math.max(1, 10 ** Math.floor(Math.log10(end / 5)))
  return power * ([1, 2, 5, 10].find((factor) => end / (power * factor) <= 6) ?? 10)
}

function barOf({ from, to, result }: Bar, end: number, y: number, height: number): Markup {
  const x = scale(from, end)
  const width = Math.max(2, scale(to, end) - x)
  const { change, outcome, milliseconds } = result
  return markup`<rect class="span ${outcome.status}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" rx="2"><title>${subjectOf(change)}, ${targetOf(change)}: ${outcome.status}, ${duration(milliseconds)}</title></rect>`
}

function named(bars: readonly Bar[], end: number) {
  const targets = new Set(bars.map(({ result }) => targetOf(result.change)))
  const drawn = bars.map((bar, index) => {
    const y = plot.top + index * plot.row
    const { change } = bar.result
    const what = `${sorts[sortOf(change)].symbol} ${subjectOf(change)}`
    const label = targets.size > 1 ? `${targetOf(change)} ${what}` : what
    return markup`<text class="label" x="0" y="${y + 14}">${cut(label, 40)}</text>${barOf(bar, end, y + 4, 12)}`
  })
  return { drawn, height: bars.length * plot.row }
}

/** A group for each target and stage, with as many tracks as calls were under way at once. */
function packed(bars: readonly Bar[], end: number) {
  const groups = new Map<string, Bar[][]>()
  for (const bar of bars) {
    const { change } = bar.result
    const name = `${targetOf(change)} · ${change.kind}: ${stageName(change.stage)}`
    const tracks = groups.get(name) ?? []
    groups.set(name, tracks)
    const free = tracks.find((track) => (track.at(-1)?.to ?? 0) <= bar.from)
    if (free === undefined) tracks.push([bar])
    else free.push(bar)
  }
  let y = plot.top
  let left = maxTracks
  const drawn = [...groups].flatMap(([name, tracks]) => {
    const shown = tracks.slice(0, Math.max(0, left))
    left -= shown.length
    const top = y
    y += shown.length * plot.track + 10
    if (shown.length === 0) return []
    const rows = shown.map((track, index) =>
      // What isn't done lies above the rest.
      [
        ...joined(track.filter(isDone), end),
        ...joined(
          track.filter((bar) => !isDone(bar)),
          end,
        ),
      ].map((bar) => barOf(bar, end, top + index * plot.track, plot.track - 3)),
    )
    return [markup`<text class="label" x="0" y="${top + 10}">${cut(name, 40)}</text>${rows}`]
  })
  return { drawn, height: y - plot.top }
}

function isDone({ result }: Bar): boolean {
  return result.outcome.status === 'done'
}

/** Bars that overlap on the screen become one. */
function joined(track: readonly Bar[], end: number): Bar[] {
  const least = end / plot.width
  return track.reduce<Bar[]>((all, bar) => {
    const last = all.at(-1)
    const isSame = last !== undefined && last.result.outcome.status === bar.result.outcome.status
    if (isSame && bar.from - last.to < 2 * least) all[all.length - 1] = { ...last, to: bar.to }
    else all.push(bar)
    return all
  }, [])
}
