// belfry sandbox: an embedded service on the loopback interface, to try things out without an account.
import { resolve } from 'node:path'
import { hasErrors, type Problem } from '../../core/problem.ts'
import { envelopeText } from '../../report/json.ts'
import { visible } from '../../report/visible.ts'
import {
  createSandbox,
  DataError,
  FaultError,
  isProfileName,
  parseSeed,
  planNames,
  profileNames,
  readRateLimit,
  readFault,
  type ProviderSpec,
  type Sandbox,
  type Seed,
} from '../../sandbox/index.ts'
import { refuse } from '../diagnostics.ts'
import { badFlag } from '../flag-problems.ts'
import { flagProblems } from '../flags/flag.ts'
import { sandboxFlags, type SandboxFlags } from '../flags/sandbox.ts'
import { sizeLimits, textOfFile } from '../bounded-file.ts'
import { whyUnusable } from '../../core/file-failure.ts'
import type { Io } from '../io.ts'
import { providerSwitches } from '../provider-switches.ts'

/** At which a year takes about half a minute. */
const fastest = 1_000_000

export async function sandbox(flags: SandboxFlags, io: Io): Promise<number> {
  const { seed: file, fault, provider } = flags
  // Their problems come first.
  const { port, speed, data, ...others } = sandboxFlags
  const problems = [
    ...flagProblems({ port, speed, data, ...others }, flags),
    ...numberProblems(flags),
    ...profileProblems(flags),
    ...faultProblems(fault),
  ]
  const providers = providerSwitches(provider, problems)
  const seed = seedFrom(file, io, problems)
  if (hasErrors(problems)) return refuse('sandbox', { problems }, flags, io)
  const started = await start(flags, { seed, providers }, io)
  if ('rule' in started) return refuse('sandbox', { problems: [started] }, flags, io)
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

function numberProblems({ port, speed, faultSeed }: SandboxFlags): Problem[] {
  const isPort = port === '' || (/^\d{1,5}$/.test(port) && Number(port) <= 65_535)
  const isSpeed = speed === '' || (Number(speed) > 0 && Number(speed) <= fastest)
  const isSeed = /^\d{0,9}$/.test(faultSeed)
  return [
    ...(isPort ? [] : [badFlag(`--port ${port} is not a port`, 'Write a number from 0 to 65535.')]),
    ...(isSpeed
      ? []
      : [badFlag(`--speed ${speed} is not a speed`, `Write a number above 0, at most ${fastest}.`)]),
    ...(isSeed ? [] : [badFlag(`--fault-seed ${faultSeed} is not a whole number of at most 9 digits`)]),
  ]
}

function faultProblems(specs: readonly string[]): Problem[] {
  return specs
    .filter((spec) => spec !== '')
    .flatMap((spec) => {
      try {
        readFault(spec)
        return []
      } catch (error) {
        if (!(error instanceof FaultError)) throw error
        return [badFlag(`--fault ${spec} can't be used: ${error.message}`)]
      }
    })
}

function profileProblems({ profile, rateLimit = '' }: SandboxFlags): Problem[] {
  const isProfile = profile === '' || isProfileName(profile)
  const isLimit = rateLimit === '' || readRateLimit(rateLimit) !== undefined
  return [
    ...(isProfile
      ? []
      : [badFlag(`--profile ${profile} is not known`, `Write one of: ${profileNames.join(', ')}.`)]),
    ...(isLimit
      ? []
      : [
          badFlag(
            `--rate-limit ${rateLimit} is not a plan`,
            `Write ${planNames.join(', ')}, off, or a number of requests a second.`,
          ),
        ]),
  ]
}

/** Undefined without a file, or after a problem. */
function seedFrom(file: string | undefined, io: Io, problems: Problem[]): Seed | undefined {
  if (file === undefined || file === '') return undefined
  try {
    return parseSeed(JSON.parse(textOfFile(file, io, sizeLimits.record)))
  } catch (error) {
    problems.push(badFlag(`--seed ${file} can't be used: ${whyUnusable(error)}`))
    return undefined
  }
}

interface Start {
  readonly seed: Seed | undefined
  readonly providers: readonly ProviderSpec[]
}

async function start(
  { port, speed, data, profile, rateLimit, fault, faultSeed }: SandboxFlags,
  { seed, providers }: Start,
  io: Io,
): Promise<Sandbox | Problem> {
  const limit = readRateLimit(rateLimit ?? '')
  try {
    return await createSandbox({
      port: Number(port),
      speed: Number(speed),
      logLimit: 0,
      faults: fault,
      faultSeed: Number(faultSeed),
      providers,
      ...(isProfileName(profile) && { profile }),
      ...(limit !== undefined && { rateLimit: limit }),
      ...(data !== undefined && { data: resolve(io.cwd, data) }),
      ...(seed !== undefined && { seed }),
    })
  } catch (error) {
    if (error instanceof DataError) return badFlag(`--data can't be used: ${error.message}`)
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const reason = isTaken ? 'is in use' : "can't be listened on"
    return badFlag(`port ${port} ${reason}`, 'Choose another with --port; 0 picks a free one.')
  }
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
