// belfry sandbox: an embedded service on the loopback interface, to try things out without an account.
import { resolve } from 'node:path'
import { append } from '../../core/lists.ts'
import { given } from '../../core/given.ts'
import { hasErrors, isProblem, type Problem, badFlag, unwritableFile } from '../../core/problem.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { providerIds, providerNamed } from '../../library/options/readers.ts'
import {
  completeSeed,
  createSandbox,
  FaultError,
  isProfileName,
  parseSeed,
  planNames,
  profileNames,
  ProviderSpecError,
  readRateLimit,
  readFault,
  readProviderSpec,
} from '../../sandbox/index.ts'
import type { ProviderSpec, Sandbox, Seed } from '../../sandbox/index.ts'
import { withOutput, type Output } from '../output.ts'
import { isSandboxKey } from '../../library/prepare/keys.ts'
import type { SandboxFlags } from '../../library/options/manifests.ts'
import { whyNotWritable, writeAtomically } from '../../library/files/write-file.ts'
import { sizeLimits, textOfFile } from '../../library/files/read-file.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import type { Io } from '../terminal/io.ts'

/** At this speed a year takes about half a minute. */
const fastest = 1_000_000

export async function sandbox(flags: SandboxFlags, io: Io): Promise<number> {
  return withOutput('sandbox', flags, io, (output) => run(flags, io, output))
}

async function run(flags: SandboxFlags, io: Io, { refuse, print }: Output): Promise<number> {
  const { seed: file, save, fault, provider } = flags
  const problems = valueProblems(flags)
  specsOf('--fault', fault, readFault, problems)
  const seed = seedFrom(file, io, problems)
  const providers = specsOf('--provider', provider, (spec) => providerSpec(spec, seed), problems)
  const unwritable = save === undefined ? undefined : whyNotWritable(resolve(io.cwd, save))
  if (unwritable !== undefined) problems.push(unwritableFile(`--save ${save} can't be written`, unwritable))
  if (hasErrors(problems)) return refuse({ problems })
  const started = await start(flags, { seed, providers })
  if ('rule' in started) return refuse({ problems: [started] })
  const stopped = new Promise<void>((done) => {
    io.onSignal(() => done(), io.exit)
  })
  // Printed once signals are handled, because its reader may stop the sandbox at once.
  const environments = Object.entries(started.keys).map(([name, apiKey]) => ({ name, apiKey }))
  const { url } = started
  // With `url: sandbox`, belfry sends only keys that the sandbox made. A seed with other keys needs the full URL.
  const isOwn = environments.every(({ apiKey }) => isSandboxKey(apiKey))
  const exit = print({
    command: 'sandbox',
    exit: 0,
    problems,
    result: { url, ...(!isOwn && { service: url }), environments },
  })
  await stopped
  await started.close()
  return save === undefined ? exit : keep(started.seed(), save, { refuse, exit }, io)
}

function keep(
  seed: Seed,
  file: string,
  { refuse, exit }: Pick<Output, 'refuse'> & { readonly exit: number },
  { cwd }: Pick<Io, 'cwd'>,
): number {
  try {
    writeAtomically(resolve(cwd, file), `${JSON.stringify(seed, null, 2)}\n`)
    return exit
  } catch (error) {
    return refuse({ problems: [unwritableFile(`--save ${file} can't be written`, error)] })
  }
}

function valueProblems({ port, speed, faultSeed, profile, rateLimit }: SandboxFlags): Problem[] {
  const isPort = /^\d{1,5}$/.test(port) && Number(port) <= 65_535
  const isSpeed = Number(speed) > 0 && Number(speed) <= fastest
  const isLimit = rateLimit === undefined || readRateLimit(rateLimit) !== undefined
  const plans = `${planNames.join(', ')}, off, or a number of requests a second`
  const checks = [
    [isPort, `--port ${port} is not a valid port`, 'Write a number from 0 to 65535.'],
    [isSpeed, `--speed ${speed} is not a valid speed`, `Write a number above 0 and at most ${fastest}.`],
    [/^\d{1,9}$/.test(faultSeed), `--fault-seed ${faultSeed} is not a whole number with at most 9 digits`],
    [isProfileName(profile), `unknown --profile "${profile}"`, `Write one of ${profileNames.join(', ')}.`],
    [isLimit, `--rate-limit ${rateLimit} is not a valid limit`, `Write ${plans}.`],
  ] as const
  return checks.filter(([isValid]) => !isValid).map(([, message, hint]) => badFlag(message, hint))
}

/** What the valid specs say; invalid ones are added to the problems. */
function specsOf<Spec>(
  flag: string,
  specs: readonly string[],
  read: (spec: string) => Spec | Problem,
  problems: Problem[],
): Spec[] {
  const found = specs.map((spec) => {
    try {
      return read(spec)
    } catch (error) {
      if (!(error instanceof FaultError || error instanceof ProviderSpecError)) throw error
      return badFlag(`${flag}: ${error.message}`)
    }
  })
  append(problems, found.filter(isProblem))
  return found.filter((each): each is Spec => !isProblem(each))
}

/** Of a provider, or of an integration in the seed. `svc` is the service's own provider, which the catalogue doesn't contain. */
function providerSpec(spec: string, seed: Seed | undefined): ProviderSpec | Problem {
  const read = readProviderSpec(spec)
  const { providerId: id } = read
  const identifiers = completeSeed(seed ?? {}).integrations.flatMap(({ identifier = [] }) => identifier)
  if (providerNamed(id) !== undefined || id === 'svc' || identifiers.includes(id)) return read
  const similar = didYouMean(id, [...providerIds, ...identifiers])
  return badFlag(`--provider: "${spec}": unknown provider or integration "${id}"${similar}`)
}

/** Undefined without a file, or after a problem. */
function seedFrom(file: string | undefined, io: Io, problems: Problem[]): Seed | undefined {
  if (file === undefined) return undefined
  try {
    return parseSeed(JSON.parse(textOfFile(file, io, sizeLimits.record).replace(/^\uFEFF/, '')))
  } catch (error) {
    problems.push(badFlag(`--seed ${file} can't be used: ${whyUnusable(error)}`))
    return undefined
  }
}

async function start(
  { port, speed, profile, rateLimit, fault, faultSeed }: SandboxFlags,
  { seed, providers }: { readonly seed: Seed | undefined; readonly providers: readonly ProviderSpec[] },
): Promise<Sandbox | Problem> {
  try {
    return await createSandbox({
      port: Number(port),
      speed: Number(speed),
      logLimit: 0,
      faults: fault,
      faultSeed: Number(faultSeed),
      providers,
      ...(isProfileName(profile) && { profile }),
      ...given({ rateLimit: readRateLimit(rateLimit ?? ''), seed }),
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Without a code of the system, it is a bug.
    if (code === undefined) throw error
    const reason = code === 'EADDRINUSE' ? 'is in use' : `can't be opened: ${whyUnusable(error)}`
    return badFlag(
      `port ${port} ${reason}`,
      'Choose a different port, for example --port 4712. --port 0 uses a free port.',
    )
  }
}
