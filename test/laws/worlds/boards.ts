// A board of integrations → what a seed has and what a manifest says, without what manifests may not say.
import { slots, type Board, type Cell, type Slot } from './integrations.ts'
import { omit, type Fields } from '../../support/laws/texts.ts'

/** Manifests that say just what live shows, or that want changes. */
export type Mood = 'calm' | 'busy'

export function liveIntegrations(environment: string, { cells, livePrimaries }: Board): Fields[] {
  return cells.flatMap((cell, index) =>
    cell.isLive
      ? [
          {
            environment,
            ...(slots[index] as Slot as unknown as Fields),
            ...(cell.live as unknown as Fields),
            ...(livePrimaries.includes(index) && { primary: true }),
          },
        ]
      : [],
  )
}

export function declaredIntegrations(target: string, board: Board, mood: Mood): Fields[] {
  return board.cells.flatMap((_, index) => {
    const fields = declaredFields(board, index, mood)
    return fields === undefined
      ? []
      : [{ ...(slots[index] as Slot as unknown as Fields), targets: [target], ...fields }]
  })
}

/** What a cell declares besides its identity; undefined where it declares nothing. */
export function declaredFields(board: Board, index: number, mood: Mood): Fields | undefined {
  const cell = board.cells[index] as Cell
  if (!cell.isDeclared || (mood === 'calm' && !isLive(cell, index))) return undefined
  // The in-app integration that an environment is born with is live in any case, but not as the cell says.
  const isFromLive = (field: string): boolean => cell.isLive && (mood === 'calm' || cell.kept.includes(field))
  const left = mood === 'calm' && !cell.isLive ? Object.keys(cell.wanted) : cell.left
  const all: Fields = Object.fromEntries(
    Object.entries(cell.wanted).map(([field, value]) => [
      field,
      isFromLive(field) ? cell.live[field as keyof typeof cell.live] : value,
    ]),
  )
  const fields = omit(all, left)
  if (!isPrimary(board, index, mood)) return fields
  return {
    ...fields,
    ...(Object.hasOwn(fields, 'active') && { active: true }),
    ...(Object.hasOwn(fields, 'conditions') && { conditions: null }),
    primary: true,
  }
}

function isPrimary({ cells, primaries, livePrimaries }: Board, index: number, mood: Mood): boolean {
  if (mood === 'busy') return primaries.includes(index)
  const working = livePrimaries.filter((each) => {
    const { isLive: exists, live } = cells[each] as Cell
    return exists && live.active && live.conditions.length === 0
  })
  return working.find((each) => slots[each]?.channel === slots[index]?.channel) === index
}

/** Whether `unmanaged: deactivate` would leave a channel without a primary that works, which is refused. */
export function losesPrimary(board: Board, mood: Mood): boolean {
  const { cells, livePrimaries } = board
  const working = livePrimaries.filter((index) => {
    const { isLive: exists, live } = cells[index] as Cell
    return exists && live.active && live.conditions.length === 0
  })
  const isDeclared = (index: number): boolean => declaredFields(board, index, mood) !== undefined
  const isReplaced = (index: number): boolean =>
    cells.some(
      (_, other) =>
        slots[other]?.channel === slots[index]?.channel &&
        isDeclared(other) &&
        (isPrimary(board, other, mood) || (working.includes(other) && endsWorking(board, other, mood))),
    )
  return working.some((index) => !isDeclared(index) && !isReplaced(index))
}

function isLive(cell: Cell, index: number): boolean {
  return cell.isLive || slots[index]?.channel === 'in_app'
}

/** Whether one that is primary in the service still works as such once the manifest is applied. */
function endsWorking(board: Board, index: number, mood: Mood): boolean {
  const { conditions, rules } = declaredFields(board, index, mood) ?? {}
  const isRouted = (Array.isArray(conditions) && conditions.length > 0) || (rules ?? null) !== null
  return endsActive(board, index, mood) && !isRouted
}

/** Whether a cell's integration is active once the manifest is applied. */
export function endsActive(board: Board, index: number, mood: Mood): boolean {
  const cell = board.cells[index] as Cell
  const declared = declaredFields(board, index, mood)
  const live = cell.isLive && cell.live.active
  return typeof declared?.['active'] === 'boolean' ? declared['active'] : live
}
