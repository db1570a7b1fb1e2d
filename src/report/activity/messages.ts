// Messages as a table, and one message with all of its details.
import { at, isList, type Value, type ValueMap } from '../../core/value.ts'
import { firstOf, mapAt, mapsAt, momentAt, textAt, textsAt } from '../../core/json.ts'
import { counted } from '../../core/words.ts'
import { paint, type Style } from '../text/style.ts'
import { cut, type ListColumn } from '../text/table.ts'
import { inline } from '../text/value.ts'
import { visible } from '../../core/visible.ts'

const colors: ReadonlyMap<string, 'green' | 'yellow' | 'red'> = new Map([
  ['sent', 'green'],
  ['warning', 'yellow'],
  ['error', 'red'],
])

export const messageColumns: readonly ListColumn[] = [
  { title: 'CREATED', field: 'createdAt', cell: momentAt },
  { title: 'MESSAGE', field: '_id' },
  { title: 'CHANNEL', field: 'channel' },
  { title: 'STATUS', field: 'status', cell: statusOf },
  { title: 'PROVIDER', field: 'providerId', least: 8 },
  { title: 'RECIPIENT', field: 'subscriber', least: 9, cell: recipientOf },
  { title: 'SUBJECT OR CONTENT', field: 'subject', least: 10, optional: true, cell: previewOf },
  { title: 'TRANSACTION', field: 'transactionId', optional: true },
]

/** `message` is as the service returned it, without its secrets. */
export function messageText(message: ValueMap, style: Style): string {
  const status = statusOf(message)
  const title = `Message ${visible(firstOf(textAt(message, '_id'), 'without an ID'))}`
  const head = [
    paint(style, 'bold', title),
    visible(textAt(message, 'channel')),
    paint(style, status.color, visible(status.text)),
  ]
  const facts = factsOf(message)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `  ${label.padEnd(11)}  ${cut(visible(text), 400, style)}`)
  const content = contentLines(message).map((line) => `  ${visible(line)}`)
  return `${[head.filter(Boolean).join('  '), ...facts, ...(content.length === 0 ? [] : ['', ...content])].join('\n')}\n`
}

function statusOf(message: ValueMap) {
  const text = textAt(message, 'status')
  return { text, color: colors.get(text) ?? ('yellow' as const) }
}

function previewOf(message: ValueMap): string {
  return firstOf(textAt(message, 'subject'), textAt(message, 'title'), contentLines(message).join(' '))
}

function factsOf(message: ValueMap): (readonly [string, string])[] {
  const template = mapAt(message, 'template')
  const tokens = textsAt(message, 'deviceTokens').length
  const target = firstOf(
    textAt(message, 'email'),
    textAt(message, 'phone'),
    shown(at(message, 'directWebhookUrl')),
    tokens === 0 ? '' : `${counted(tokens, 'device token')} (secret in the service)`,
  )
  const error = [textAt(message, 'errorId'), textAt(message, 'errorText')].filter(Boolean).join(': ')
  const state = ['seen', 'read'].filter((name) => at(message, name) === true).join(', ')
  return [
    ['error', error],
    ['recipient', recipientOf(message)],
    ['sent to', target],
    ['provider', textAt(message, 'providerId')],
    ['workflow', firstOf(textAt(message, 'templateIdentifier'), textAt(template, 'name'))],
    ['event', textAt(message, '_notificationId')],
    ['transaction', textAt(message, 'transactionId')],
    ['created', textAt(message, 'createdAt')],
    ['delivered', textsAt(message, 'deliveredAt').join(', ')],
    ['state', state],
    ['seen at', textAt(message, 'lastSeenDate')],
    ['read at', textAt(message, 'lastReadDate')],
    ['snoozed to', textAt(message, 'snoozedUntil')],
    ['context', textsAt(message, 'contextKeys').join(', ')],
    ['link', textAt(mapAt(mapAt(message, 'cta'), 'data'), 'url')],
    ['payload', shown(at(message, 'payload'))],
    ['overrides', shown(at(message, 'overrides'))],
    ['subject', textAt(message, 'subject')],
    ['title', textAt(message, 'title')],
  ]
}

function recipientOf(message: ValueMap): string {
  return firstOf(textAt(mapAt(message, 'subscriber'), 'subscriberId'), textAt(message, '_subscriberId'))
}

function shown(value: Value | undefined): string {
  const isNothing = value === undefined || value === null || value === ''
  return isNothing || (typeof value === 'object' && Object.keys(value).length === 0) ? '' : inline(value)
}

/** A text by its lines, or the blocks of an email. */
function contentLines(message: ValueMap): string[] {
  const content = at(message, 'content')
  if (typeof content === 'string') return content.split(/\r?\n/)
  if (!isList(content)) return []
  return mapsAt(message, 'content').map((block) =>
    [textAt(block, 'content'), textAt(block, 'url')].filter(Boolean).join('  '),
  )
}
