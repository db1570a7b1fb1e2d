// belfry sandbox: an embedded service on the loopback interface, to try things out without an account.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Problem } from '../../core/problem.ts'
import { envelopeText } from '../../report/json.ts'
import { visible } from '../../report/visible.ts'
import { createSandbox, DataError, parseSeed, type Sandbox, type Seed } from '../../sandbox/index.ts'
import { refuse } from '../context.ts'
import type { SandboxFlags } from '../flags.ts'
import type { Io } from '../io.ts'

/** At which a year takes about half a minute. */
const fastest = 1_000_000

export async function sandbox(flags: SandboxFlags, io: Io): Promise<number> {
  const port = Number(flags.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return refuse(
      'sandbox',
      { problems: [mistake(`--port ${flags.port} is not a port`, 'Write a number from 0 to 65535.')] },
      flags,
      io,
    )
  const speed = Number(flags.speed)
  if (!(speed > 0 && speed <= fastest))
    return refuse(
      'sandbox',
      {
        problems: [
          mistake(`--speed ${flags.speed} is not a speed`, `Write a number above 0, at most ${fastest}.`),
        ],
      },
      flags,
      io,
    )
  const seed = seedFrom(flags.seed, io)
  if ('rule' in seed) return refuse('sandbox', { problems: [seed] }, flags, io)
  let started: Sandbox
  try {
    const data = flags.data === undefined ? {} : { data: resolve(io.cwd, flags.data) }
    started = await createSandbox({ port, logLimit: 0, speed, ...data, ...seed })
  } catch (error) {
    if (error instanceof DataError)
      return refuse('sandbox', { problems: [mistake(`--data can't be used: ${error.message}`)] }, flags, io)
    const reason =
      error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
        ? 'is in use'
        : "can't be listened on"
    return refuse(
      'sandbox',
      { problems: [mistake(`port ${port} ${reason}`, 'Choose another with --port; 0 picks a free one.')] },
      flags,
      io,
    )
  }
  const stopped = new Promise<void>((done) => {
    io.onSignal(
      () => done(),
      (code) => io.exit(code),
    )
  })
  // Whoever reads the address may stop it at once.
  io.out(flags.format === 'json' ? jsonOf(started) : textOf(started))
  await stopped
  await started.close()
  return 0
}

function seedFrom(file: string | undefined, io: Io): { readonly seed?: Seed } | Problem {
  if (file === undefined) return {}
  try {
    return { seed: parseSeed(JSON.parse(readFileSync(resolve(io.cwd, file), 'utf8'))) }
  } catch (error) {
    return mistake(
      `--seed ${file} can't be used: ${error instanceof Error ? error.message : 'no reason given'}`,
    )
  }
}

function mistake(message: string, hint?: string): Problem {
  return { rule: 'bad-flag', severity: 'error', message, ...(hint !== undefined && { hint }) }
}

function textOf({ url, keys }: Sandbox): string {
  const names = Object.keys(keys)
  const width = Math.max(0, ...names.map((name) => name.length))
  const lines = names.map((name) => `  ${visible(name).padEnd(width)}  ${keys[name] ?? ''}`)
  return `Sandbox at ${url}, until Ctrl-C. API keys, for this sandbox only:\n${lines.join('\n')}\n`
}

/** On one line, so that a script can read it while the sandbox runs. */
function jsonOf({ url, keys }: Sandbox): string {
  const environments = Object.entries(keys).map(([name, apiKey]) => ({ name, apiKey }))
  return `${JSON.stringify(JSON.parse(envelopeText('sandbox', 0, [], { url, environments })))}\n`
}
