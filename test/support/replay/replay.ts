// Runs the commands of a page in a shell, in their order, and returns the page with the output that they have now.
import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { expect } from 'vitest'
import { gitIn } from '../../../src/library/sides/git.ts'
import {
  createSandbox,
  virtualClock,
  type ProfileName,
  type Sandbox,
  type Seed,
} from '../../../src/sandbox/index.ts'
import { beginProgram, runProgram } from '../cli.ts'
import { blocksOf, commandsOf, type Block } from '../pages.ts'
import { plainEnv } from '../trees.ts'
import { steady } from './steady.ts'

export interface PageWorld {
  /** Copied to begin with; its `sandbox.env` is set. */
  readonly project?: string
  readonly seed?: Seed
  readonly env?: Readonly<Record<string, string>>
}

export interface Replayed {
  /** The page, with the output of its commands as it is now. */
  readonly text: string
  /** What was run, in this order, the exit codes and what was printed. */
  readonly ran: readonly { readonly line: string; readonly exit: number; readonly out: string }[]
}

/** Where pages say that the sandbox is; a test has another port. */
const documented = 'http://127.0.0.1:4111'

/** `after` are commands that the page doesn't show; each ends with exit code 0. */
export async function replay(
  page: string,
  world: PageWorld = {},
  after: readonly string[] = [],
): Promise<Replayed> {
  let session = await open(world)
  try {
    const lines = page.split('\n')
    const ran: { line: string; exit: number; out: string }[] = []
    const fresh: string[] = []
    let from = 0
    for (const block of blocksOf(page)) {
      if (block.isIllustrative) continue
      if (block.profile !== undefined) {
        await session.close()
        session = await open(world, block.profile)
      }
      session.save(block)
      if (!isRun(block)) continue
      const printed: string[] = []
      const commands = commandsOf(block)
      for (const [index, { line, at, end, exit: expected }] of commands.entries()) {
        const { exit, out } = await session.run(line)
        ran.push({ line, exit, out })
        const isLast = index === commands.length - 1
        const wanted = expected ?? (isLast ? block.exit : 0)
        expect({ line, exit, ...(exit !== wanted && { out }) }).toEqual({ line, exit: wanted })
        printed.push(...lines.slice(block.from + at, block.from + end))
        printed.push(...steady(out, session.url).split('\n').slice(0, -1))
      }
      if (block.language !== 'console') continue
      fresh.push(...lines.slice(from, block.from), ...printed)
      from = block.to
    }
    for (const line of after) {
      const { exit, out } = await session.run(line)
      ran.push({ line, exit, out })
      expect({ line, exit, ...(exit !== 0 && { out }) }).toEqual({ line, exit: 0 })
    }
    return { text: [...fresh, ...lines.slice(from)].join('\n'), ran }
  } finally {
    await session.close()
  }
}

interface Session extends Shell {
  readonly url: string
  readonly close: () => Promise<void>
}

/** A sandbox, a folder and a shell. */
async function open(world: PageWorld, profile: ProfileName = 'contract'): Promise<Session> {
  const { seed } = world
  const sandbox = await createSandbox({
    clock: virtualClock(),
    profile,
    ...(seed !== undefined && { seed }),
  })
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-page-')))
  const { server, url, exits } = await serve(sandbox)
  const shell = createShell({ base, url, world, sandbox })
  return {
    url: sandbox.url,
    save: shell.save,
    run: async (line) => {
      exits.length = 0
      const { exit, out } = await shell.run(line)
      // A pipe ends as its last command does, so the program's own exit code counts.
      return { exit: exits.find((code) => code !== 0) ?? exit, out }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await sandbox.close()
      rmSync(base, { recursive: true })
    },
  }
}

export function isRun({ language, file, isIllustrative }: Block): boolean {
  return !isIllustrative && file === undefined && (language === 'console' || language === 'sh')
}

interface ShellWorld {
  readonly base: string
  readonly url: string
  readonly world: PageWorld
  readonly sandbox: Sandbox
}

interface Shell {
  /** As a file, if it names one. */
  readonly save: (block: Block) => void
  readonly run: (line: string) => Promise<{ readonly exit: number; readonly out: string }>
}

/** One after another in `sh`; variables, the folder and `$?` are kept from one command to the next. */
function createShell({ base, url, world: { project, env }, sandbox }: ShellWorld): Shell {
  const folder = join(base, 'project')
  const bin = join(base, 'bin')
  const state = join(base, 'state.sh')
  mkdirSync(folder)
  mkdirSync(bin)
  const here = (text: string): string => atPort(text, sandbox.url)
  if (project !== undefined) copy(project, folder, here)
  const shim = fileURLToPath(new URL('shim.mjs', import.meta.url))
  writeFileSync(join(bin, 'belfry'), `#!/bin/sh\nexec "${process.execPath}" "${shim}" "$@"\n`)
  chmodSync(join(bin, 'belfry'), 0o755)
  const variables = { ...(project !== undefined && settings(folder)), ...env }
  const assignments = Object.entries(variables).map(([name, value]) => `export ${name}='${value ?? ''}'\n`)
  writeFileSync(state, `${assignments.join('')}cd '${folder}'\n`)
  let last = 0
  return {
    save: ({ text, file }) => {
      if (file === undefined) return
      const [, current = folder] = /^cd '(.*)'$/m.exec(readFileSync(state, 'utf8')) ?? []
      mkdirSync(dirname(join(current, file)), { recursive: true })
      writeFileSync(join(current, file), here(`${text}\n`))
    },
    run: async (line) => {
      const after = `{ export -p; printf "cd '%s'\\n" "$PWD"; } > '${state}'`
      const script = `. '${state}'\n(exit ${last})\n${here(line)}\nresult=$?\n${after}\nexit $result\n`
      const said = await shellOf(script, {
        ...plainEnv,
        PATH: `${bin}:${process.env['PATH']}`,
        HOME: base,
        LANG: 'C.UTF-8',
        REPLAY_URL: url,
      })
      last = said.exit
      return said
    },
  }
}

function copy(project: string, folder: string, here: (text: string) => string): void {
  cpSync(project, folder, { recursive: true })
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.env'))) {
    writeFileSync(join(folder, name), here(readFileSync(join(folder, name), 'utf8')))
  }
}

function settings(folder: string): NodeJS.Dict<string> {
  return parseEnv(readFileSync(join(folder, 'sandbox.env'), 'utf8'))
}

/** The pages name the port that a sandbox has by default; here it is another one. */
function atPort(text: string, url: string): string {
  const { port } = new URL(url)
  return text.replaceAll(documented, url).replaceAll(/((?:--url |\burl: )sandbox)\b(?!:)/g, `$1:${port}`)
}

function shellOf(script: string, env: NodeJS.ProcessEnv): Promise<{ exit: number; out: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `exec 2>&1\n${script}`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.once('error', reject)
    child.once('close', (exit) => resolve({ exit: exit ?? 1, out }))
  })
}

interface Asked {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly input: string
}

/** Runs the program for the shells, in this process: its time is the sandbox's, and it waits for nothing. */
async function serve(sandbox: Sandbox): Promise<{ server: Server; url: string; exits: number[] }> {
  const exits: number[] = []
  const server = createServer((request, reply) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const answered = answer(JSON.parse(text) as Asked, sandbox)
      answered.then(
        (said) => {
          exits.push(said.exit)
          return reply.end(JSON.stringify(said))
        },
        (error: unknown) => reply.end(JSON.stringify({ exit: 1, said: [['stderr', String(error)]] })),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { server, url: `http://127.0.0.1:${port}`, exits }
}

async function answer({ args, env, cwd, input }: Asked, { clock }: Sandbox) {
  const said: [stream: 'stdout' | 'stderr', text: string][] = []
  let now = 0
  const world = {
    cwd,
    env,
    stdin: input,
    git: gitIn(env),
    pass: (milliseconds: number) => {
      now += milliseconds
      return clock.advance(milliseconds)
    },
    io: {
      // Each look at the clock takes a moment: what took no time is printed without one.
      clock: () => (now += 10),
      out: (text: string) => void said.push(['stdout', text]),
      err: (text: string) => void said.push(['stderr', text]),
    },
  }
  const [command = ''] = args
  if (command === 'sandbox') return { exit: await sandboxOf(args, cwd, said), said }
  // One request at a time: otherwise those of a level end in any order.
  const alone = command === 'apply' ? ['--concurrency', '1'] : []
  const { exit } = await runProgram([...args, ...alone], world)
  if (command === 'trigger') clock.advance(1000)
  return { exit, said }
}

/** A sandbox of its own, until it has printed where it is: the page's commands go to the one of the test. */
async function sandboxOf(
  args: readonly string[],
  cwd: string,
  said: ['stdout' | 'stderr', string][],
): Promise<number> {
  const running = beginProgram([...args, '--port', '0'], { cwd })
  said.push(['stdout', await running.says('manifests: [manifests]')])
  running.kill('SIGINT')
  await running.ended
  return 0
}
