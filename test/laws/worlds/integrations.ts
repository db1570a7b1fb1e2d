// Integrations for laws: for each of a few identities what is live and what is declared, often the same.
import * as fc from 'fast-check'
import { someFlag, someOf, someSecret, someText, type Fields } from '../../support/laws/texts.ts'

export interface Slot {
  readonly identifier?: string
  readonly providerId: string
  readonly channel: 'in_app' | 'email' | 'sms' | 'chat' | 'push'
}

export const slots: readonly Slot[] = [
  { identifier: 'mail-one', providerId: 'sendgrid', channel: 'email' },
  { identifier: 'mail two/ü', providerId: 'ses', channel: 'email' },
  { identifier: 'mail-3', providerId: 'mailgun', channel: 'email' },
  { identifier: 'sms-1', providerId: 'twilio', channel: 'sms' },
  { identifier: 'sms-2', providerId: 'nexmo', channel: 'sms' },
  { identifier: 'chat-1', providerId: 'slack', channel: 'chat' },
  { identifier: 'push-1', providerId: 'fcm', channel: 'push' },
  { providerId: 'svc', channel: 'in_app' },
]

export const chat = 5
export const push = 6

export const someCredentials: fc.Arbitrary<Fields> = someOf({
  apiKey: someSecret,
  secretKey: someSecret,
  from: someText,
  region: someText,
  port: fc.constantFrom('587', '25'),
  secure: someFlag,
  appSid: someSecret,
  tlsOptions: someOf({
    ca: someSecret,
    $secret: someSecret,
    nested: someOf({ key: someSecret, $map: someSecret }),
  }),
})

const someConditions: fc.Arbitrary<Fields[]> = fc.uniqueArray(
  fc.record({
    isNegated: someFlag,
    type: fc.constantFrom('GROUP', 'TEXT'),
    value: fc.constantFrom('AND', 'OR'),
    children: fc.array(
      fc.record({
        on: fc.constantFrom('subscriber', 'payload'),
        field: fc.constantFrom('locale', 'plan'),
        operator: fc.constantFrom('IN', 'EQUAL'),
        value: fc.constantFrom('de', 'de,fr'),
      }),
      { maxLength: 2 },
    ),
  }),
  { minLength: 1, maxLength: 2, selector: (group) => JSON.stringify(group) },
)

export interface IntegrationFields {
  readonly name: string
  readonly active: boolean
  readonly credentials: Fields
  readonly configurations: Fields
  readonly conditions: readonly Fields[]
}

export const someIntegration: fc.Arbitrary<IntegrationFields> = fc.record({
  name: someText,
  active: fc.oneof({ weight: 7, arbitrary: fc.constant(true) }, { weight: 3, arbitrary: fc.constant(false) }),
  credentials: someCredentials,
  configurations: someOf({ inboundWebhookEnabled: someFlag, inboundWebhookSigningKey: someSecret }),
  conditions: fc.oneof({ weight: 7, arbitrary: fc.constant([]) }, { weight: 3, arbitrary: someConditions }),
})

/** One identity in one environment. */
export interface Cell {
  readonly isLive: boolean
  readonly isDeclared: boolean
  readonly live: IntegrationFields
  readonly wanted: IntegrationFields
  /** Fields that are declared as live shows them. */
  readonly kept: readonly string[]
  /** Fields that aren't declared. */
  readonly left: readonly string[]
}

const fieldNames = ['name', 'active', 'credentials', 'configurations', 'conditions']

const someCell: fc.Arbitrary<Cell> = fc.record({
  isLive: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  isDeclared: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  live: someIntegration,
  wanted: someIntegration,
  kept: fc.subarray(fieldNames),
  left: fc.subarray(fieldNames, { maxLength: 3 }),
})

/** All integrations of one environment; the primaries are cells of email (0 to 2) and sms (3, 4). */
export interface Board {
  readonly cells: readonly Cell[]
  readonly livePrimaries: readonly number[]
  readonly primaries: readonly number[]
}

const somePrimaries = fc
  .tuple(fc.constantFrom(0, 1, 2, -1), fc.constantFrom(3, 4, -1))
  .map((pair) => pair.filter((index) => index >= 0))

export const someBoard: fc.Arbitrary<Board> = fc
  .record({
    cells: fc.tuple(...slots.map(() => someCell)),
    livePrimaries: fc.oneof(
      { weight: 9, arbitrary: somePrimaries },
      { weight: 1, arbitrary: fc.constant([0, 1, 3]) },
    ),
    primaries: somePrimaries,
    isHealthy: fc.constantFrom(true, true, false),
  })
  // Of two primaries that are live none may be an idle one: to lose the other is refused.
  .map(({ isHealthy, ...board }) => (isHealthy || board.livePrimaries.length > 2 ? healthy(board) : board))

/** As most have them: primaries that work, and one that another replaces is switched off. */
function healthy(board: Board): Board {
  const isReplaced = (index: number): boolean =>
    board.primaries.some((other) => other !== index && slots[other]?.channel === slots[index]?.channel)
  const cells = board.cells.map((cell, index) => {
    if (!board.livePrimaries.includes(index)) return cell
    const working = { ...cell, isLive: true, live: { ...cell.live, active: true, conditions: [] } }
    return isReplaced(index) ? retiring(working) : working
  })
  return { ...board, cells }
}

const withoutActive = (fields: readonly string[]): string[] => fields.filter((field) => field !== 'active')

function retiring(cell: Cell): Cell {
  const wanted = { ...cell.wanted, active: false }
  return { ...cell, isDeclared: true, wanted, kept: withoutActive(cell.kept), left: withoutActive(cell.left) }
}
