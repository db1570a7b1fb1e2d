// The order of an apply as a picture: targets from top to bottom, stages from left to right, and what waits for what.
import { subjectOf, type Change } from '../../core/plan/change.ts'
import type { Section } from '../../core/plan/plan.ts'
import { many, number } from './numbers.ts'
import { markup, type Markup } from './markup.ts'
import { cut, sortOf, sorts, targetOf, type Story } from './story.ts'

const maxLanes = 12
const maxNodes = 8
const size = { left: 116, node: 160, height: 26, gap: 8, column: 196, lane: 38 }

/** What stages are called for people; an unknown one keeps its name. */
const stages: Readonly<Record<string, string>> = {
  create: 'create',
  update: 'settings',
  gain: 'create, update',
  primary: 'set primary',
  lose: 'lose primary',
  attributes: 'attributes',
  channels: 'channels',
}

export function stageName(stage: string): string {
  return stages[stage] ?? stage
}

interface Node {
  readonly label: string
  readonly title: string
  readonly className: string
  readonly ids: readonly string[]
  readonly needs: readonly string[]
  readonly x: number
  readonly y: number
}

export function orderPicture(story: Story): Markup | undefined {
  const lanes = story.sections.filter(({ changes }) => changes.length > 0)
  if (lanes.length === 0) return undefined
  const shown = lanes.slice(0, maxLanes)
  let y = 0
  const parts = shown.map((section) => {
    const lane = laneOf(section, y, story)
    const top = y
    y = lane.bottom + 22
    const rule = markup`<line class="rule" x1="0" x2="100%" y1="${top}" y2="${top}"/>`
    return markup`<g>${top > 0 ? rule : ''}<text class="lane" x="0" y="${top + 26}">${cut(targetOf(section), 14)}</text>${lane.heads}${lane.edges}${lane.nodes}</g>`
  })
  const columns = Math.max(...shown.map((section) => columnsOf(section).length))
  const width = size.left + (columns - 1) * size.column + size.node + 26
  const rest = lanes.length - shown.length
  const label = `${many(lanes.length, 'group')} of changes, sent from top to bottom. A group has up to ${many(columns, 'stage')}, sent from left to right. The list of changes on this page shows what each change waits for.`
  return markup`<p class="quiet">Changes are sent from top to bottom and from left to right. Changes in one column may be sent at the same time. A line connects two changes if belfry sends one of the changes only after the other change is done.</p><div class="scroll" tabindex="0" role="region" aria-label="Order of the changes"><svg class="order" role="img" aria-label="${label}" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}">${parts}</svg></div>${rest > 0 ? markup`<p class="cut quiet">And ${many(rest, 'more target')}.</p>` : ''}`
}

/** The stages of a section that has them in order. */
function columnsOf({ changes }: Section): string[] {
  return [...new Set(changes.map(columnOf))]
}

function columnOf({ kind, stage }: Change): string {
  return `${kind} ${stage}`
}

function laneOf(section: Section, top: number, { results }: Story) {
  const names = columnsOf(section)
  const needed = new Set(section.changes.flatMap(({ needs }) => needs))
  const outcomeOf = ({ id }: Change): string => results.get(id)?.outcome.status ?? 'done'
  const says = (change: Change): number =>
    Number(outcomeOf(change) !== 'done') * 2 + Number(change.needs.length > 0 || needed.has(change.id))
  const nodes = names.flatMap((name, column) => {
    const all = section.changes.filter((change) => columnOf(change) === name)
    const place = (index: number) => ({
      x: size.left + column * size.column,
      y: top + size.lane + index * (size.height + size.gap),
    })
    const single = (change: Change, index: number): Node => ({
      label: `${sorts[sortOf(change)].symbol}  ${change.part === undefined ? change.name : `${change.name} ${change.part}`}`,
      title: subjectOf(change),
      className: `${sortOf(change)} ${results.get(change.id)?.outcome.status ?? ''}`,
      ids: [change.id],
      needs: change.needs,
      ...place(index),
    })
    if (all.length <= maxNodes) return all.map(single)
    // What failed says most, then what waits, or what others wait for.
    const ranked = [...all].sort((left, right) => says(right) - says(left))
    const [first, rest] = [ranked.slice(0, maxNodes - 1), ranked.slice(maxNodes - 1)]
    const group: Node = {
      label: `and ${number(rest.length)} more`,
      title: `${number(rest.length)} more changes`,
      className: 'group',
      ids: rest.map(({ id }) => id),
      needs: rest.flatMap(({ needs }) => needs),
      ...place(first.length),
    }
    return [...first.map(single), group]
  })
  const bottom = Math.max(...nodes.map(({ y }) => y)) + size.height
  const heads = names.map((name, column) => {
    const [kind = '', stage = ''] = name.split(' ')
    const x = size.left + column * size.column
    return markup`<text class="stage" x="${x}" y="${top + 26}">${kind}: ${stageName(stage)}</text>`
  })
  return { bottom, heads, nodes: nodes.map(drawn), edges: edgesOf(nodes) }
}

function drawn({ label, title, className, x, y }: Node): Markup {
  return markup`<g class="node ${className}"><title>${title}</title><rect x="${x}" y="${y}" width="${size.node}" height="${size.height}" rx="6"/><text x="${x + 10}" y="${y + 17}">${cut(label, 20)}</text></g>`
}

function edgesOf(nodes: readonly Node[]): Markup[] {
  const byId = new Map(nodes.flatMap((node) => node.ids.map((id) => [id, node])))
  return nodes.flatMap((node) =>
    [...new Set(node.needs.map((id) => byId.get(id)))].flatMap((from) => {
      if (from === undefined || from === node) return []
      const [y1, y2] = [from.y + size.height / 2, node.y + size.height / 2]
      const x1 = from.x + size.node
      // Within one stage it goes around the right side.
      const x2 = from.x === node.x ? x1 : node.x
      const bend = from.x === node.x ? x1 + 22 : (x1 + x2) / 2
      const bend2 = from.x === node.x ? x1 + 22 : bend
      return [
        markup`<path class="edge" d="M${x1} ${y1}C${bend} ${y1} ${bend2} ${y2} ${x2} ${y2}"/><circle class="end" cx="${x2}" cy="${y2}" r="2.5"/>`,
      ]
    }),
  )
}
