// belfry get, events and messages: what is in the service, and the results of triggers. Nothing is written.
import { refuseSecrets } from '../../core/secrets/leak.ts'
import type { ValueMap } from '../../core/value.ts'
import { visible } from '../../core/visible.ts'
import type { Run } from '../../library/ambient.ts'
import type { Ended } from '../../library/ended.ts'
import type { GetFlags, GetSubscribersFlags } from '../../library/options/get.ts'
import type {
  GetEventFlags,
  GetMessageFlags,
  ListEventsFlags,
  ListFlags,
  ListMessagesFlags,
  TargetFlags,
} from '../../library/options/activity.ts'
import { badFlag } from '../../library/problems.ts'
import type { GetAccount, ListAccount } from '../../report/account.ts'
import { jsonText } from '../../report/json/pieces.ts'
import { accountText } from '../../report/text/text.ts'
import { telling, type Teller } from '../output.ts'
import { colorOf } from '../terminal/diagnostics.ts'
import type { Io } from '../terminal/io.ts'
import { createProgress, type Progress } from '../terminal/progress.ts'
import { observed } from '../terminal/run.ts'

type Command = (ListAccount | GetAccount)['command']
type Words = readonly string[]
type Looked = Promise<Ended<ListAccount> | Ended<GetAccount>>

const events = () => import('../../library/operations/events.ts')
const messages = () => import('../../library/operations/messages.ts')
const get = () => import('../../library/operations/get.ts')

export const listEvents = (flags: ListEventsFlags, io: Io): Promise<number> =>
  look('events list', flags, io, async (run) => (await events()).listEvents(listed(flags), run))

export const getEvent = (flags: GetEventFlags, io: Io, [id = '']: Words): Promise<number> =>
  look('events get', flags, io, async (run) => (await events()).getEvent({ ...flags, id }, run))

export const listMessages = (flags: ListMessagesFlags, io: Io): Promise<number> =>
  look('messages list', flags, io, async (run) => (await messages()).listMessages(listed(flags), run))

export const getMessage = (flags: GetMessageFlags, io: Io, [id = '']: Words): Promise<number> =>
  look('messages get', flags, io, async (run) => (await messages()).getMessage({ ...flags, id }, run))

export const getEnvironments = (flags: GetFlags, io: Io, [name]: Words): Promise<number> =>
  look('get environments', flags, io, async (run) =>
    (await get()).getEnvironments({ ...flags, name, ...shape(flags) }, run),
  )

export const getIntegrations = (flags: GetFlags, io: Io, [name]: Words): Promise<number> =>
  look('get integrations', flags, io, async (run) =>
    (await get()).getIntegrations({ ...flags, name, ...shape(flags) }, run),
  )

export const getSubscribers = (flags: GetSubscribersFlags, io: Io, [id]: Words): Promise<number> =>
  look('get subscribers', flags, io, async (run) =>
    (await get()).getSubscribers({ ...listed(flags), id, ...shape(flags) }, run),
  )

function listed<Flags extends Pick<ListFlags, 'format'>>(flags: Flags) {
  return { ...flags, ...(flags.format === 'ndjson' && { streams: true as const }) }
}

function shape({ format }: Pick<ListFlags, 'format'>) {
  return format === 'yaml' ? ({ asManifest: true } as const) : {}
}

function look(
  command: Command,
  flags: Omit<TargetFlags, 'format'> & Pick<ListFlags, 'format' | 'follow'>,
  io: Io,
  operation: (run: Run<ListAccount>) => Looked,
): Promise<number> {
  return telling(command, flags, io, (teller) => {
    if (flags.follow === true && flags.format === 'json') return teller.refuse({ problems: [noFollow] })
    const progress = createProgress(io, flags)
    const print =
      flags.format === 'ndjson'
        ? printLines(progress, teller, io)
        : printRows(command, flags, progress, teller, io)
    const on: Run['on'] = (event) => {
      if (event.type === 'items') print(event.items)
      else if (event.type === 'retry') {
        progress.clear()
        io.err(`${visible(teller.shown.problem(event.problem).message)}; trying again\n`)
      } else if (event.type === 'reading' && event.read !== undefined)
        progress.read(event.read.what, event.read)
      else progress.on(event)
    }
    return observed<ListAccount>({ progress, on }, teller, io, async (run) =>
      teller.end(await operation(run)),
    )
  })
}

const noFollow = badFlag(
  "--follow can't be used with --format json",
  'Use --format ndjson. It prints one item per line.',
)

type Print = (items: readonly ValueMap[]) => void

/** Records are written one by one: a long list may not fit into memory. */
function printLines(progress: Progress, teller: Teller, io: Io): Print {
  return (items) => {
    for (const item of items) {
      refuseSecrets(item, io.filter)
      progress.erase()
      io.out(`${jsonText(teller.shown.item(item))}\n`)
    }
  }
}

/** Rows that columns are as wide as. */
const kept = 20

/** The columns are as wide as in the rows printed before. */
function printRows(
  command: Command,
  flags: Pick<TargetFlags, 'color'>,
  progress: Progress,
  teller: Teller,
  io: Io,
): Print {
  const style = io.outStyle(colorOf(flags))
  let before: readonly ValueMap[] = []
  return (items) => {
    const data = [...before, ...items.map(teller.shown.item)]
    const account = { command: command as ListAccount['command'], exit: 0, problems: [], data }
    const lines = accountText(account, { style }).trimEnd().split('\n')
    progress.clear()
    io.out(`${(before.length === 0 ? lines : lines.slice(-items.length)).join('\n')}\n`)
    before = data.slice(-kept)
  }
}
