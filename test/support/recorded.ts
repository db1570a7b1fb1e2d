// Accounts of real runs, as the runs give them today, with texts that are the same in every run. Values of secrets aren't recorded.
import { vi } from 'vitest'
import { formats } from '../../src/report/formats.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { IdOf, mapEach, Sealed, Unreadable } from '../../src/core/value.ts'
import type { AnyAccount, AccountCommand } from '../../src/report/account.ts'
import { version } from '../../src/service/package.ts'
import { recordings, rowOf } from './recordings.ts'
import { runRow } from './row-run.ts'

const runs = new Map<string, AnyAccount>()

/** The account that the run of this name gives to its format. Test files share it. */
export async function recorded(name: string): Promise<AnyAccount> {
  const account = runs.get(name) ?? (await record(name))
  runs.set(name, account)
  return account
}

/** The same of a command that is known. */
export async function recordedOf<Command extends AccountCommand>(
  command: Command,
  name: string,
): Promise<AnyAccount & { readonly command: Command }> {
  const account = await recorded(name)
  if (account.command !== command) throw new Error(`${name} is an account of ${account.command}`)
  return account as AnyAccount & { readonly command: Command }
}

async function record(name: string): Promise<AnyAccount> {
  const recording = recordings[name]
  if (recording === undefined) throw new Error(`no run is called ${name}`)
  const { command, format = 'text' } = recording
  const told: AnyAccount[] = []
  const cleanings: (() => void | Promise<void>)[] = []
  const load = vi.spyOn(formats[format], 'load').mockResolvedValue((account: AnyAccount) => {
    told.push(account)
    return ''
  })
  // Journals have the time of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-02-01') })
  try {
    const atEnd = (clean: () => void | Promise<void>) => void cleanings.push(clean)
    const { cwd } = await runRow(command, rowOf(recording), ['--format', format], { evenWait, atEnd })
    return decoded(evenText(JSON.stringify(encoded(told.at(-1))), cwd)) as AnyAccount
  } finally {
    vi.useRealTimers()
    load.mockRestore()
    for (const clean of cleanings) await clean()
  }
}

/** The same in every run: the folder, the port, identifiers and the version. */
function evenText(json: string, cwd: string): string {
  return json
    .replaceAll(cwd, '/project')
    .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d{4,}/g, 'http://127.0.0.1:4111')
    .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, '7d0c81fe-0000-4000-8000-000000000000')
    .replaceAll(`"belfry":"${version}"`, '"belfry":"0.1.0"')
    .replaceAll(/"run":"[\da-f]{8}"/g, '"run":"7d0c81fe"')
}

/** Of all waits that chance makes a tenth shorter or longer: 600 ms, 1200 ms, 2400 ms and so on. */
function evenWait(milliseconds: number): number {
  return 600 * 2 ** Math.ceil(Math.log2(milliseconds / 600))
}

/** By tag: what is made of the data of a value with a class of its own. */
const classes = {
  '!secret': ([origin]: readonly string[]) => Secret.of(`canary of ${origin}`, String(origin)),
  '!named': ([origin]: readonly string[]) => Secret.named(String(origin)),
  '!id': ([kind, name]: readonly string[]) => new IdOf(String(kind), String(name)),
  '!unreadable': ([sort]: readonly string[]) => new Unreadable(sort === 'secret'),
  '!sealed': ([label, fingerprint]: readonly string[]) => new Sealed(String(label), fingerprint),
}

function encoded(value: unknown): unknown {
  if (value instanceof Secret) return { [value.isResolved ? '!secret' : '!named']: [value.origin] }
  if (value instanceof IdOf) return { '!id': [value.kind, value.name] }
  if (value instanceof Unreadable) return { '!unreadable': [value.isSecret ? 'secret' : 'plain'] }
  if (value instanceof Sealed) return { '!sealed': [value.label, value.fingerprint] }
  if (Array.isArray(value)) return value.map(encoded)
  return typeof value === 'object' && value !== null
    ? mapEach(value as Record<string, unknown>, encoded)
    : value
}

function decoded(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    const [tag = ''] = typeof value === 'object' && value !== null ? Object.keys(value) : []
    return tag in classes
      ? classes[tag as keyof typeof classes]((value as Record<string, readonly string[]>)[tag] ?? [])
      : value
  })
}
