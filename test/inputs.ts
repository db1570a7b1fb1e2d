// The register of doors: every file of the program through which bytes come in, and the bounds of each. docs/development/inputs.md shows it.

export interface Door {
  readonly file: string
  /** What comes in. */
  readonly source: string
  /** Which places it may come from. */
  readonly place: string
  readonly size: string
  readonly time: string
}

const local = 'no limit: a regular file'
const own = 'below the project, no link, a regular file'

export const doors: readonly Door[] = [
  { file: 'src/manifest/text/read-text.ts', source: 'manifests, suites, files of `${file:…}` and of options', place: 'the project and `--file-root`, links resolved', size: '`--input-limit`', time: local },
  { file: 'src/manifest/bulk/include.ts', source: 'NDJSON of `include`', place: 'the project and `--file-root`, links resolved', size: 'any; 1 MiB a line', time: local },
  { file: 'src/library/files/read-file.ts', source: 'files that options name: keys, variables, JSON, plans, journals', place: 'any: the command line names them', size: '64 KiB, 32 MiB or 256 MiB; plans in pieces', time: local },
  { file: 'src/library/files/write-file.ts', source: 'nothing: it opens files to write them', place: 'the file that is replaced, after links', size: '-', time: local },
  { file: 'src/library/apply/ledger-file.ts', source: 'nothing: it opens the lock of the ledger', place: own, size: '-', time: '10 s for the lock' },
  { file: 'src/engine/journal-and-ledger/journal-writer.ts', source: 'the begin and the last byte of a journal', place: 'the file of `--journal`; the journal of failovers: below the project, no link, a regular file', size: '64 KiB', time: local },
  { file: 'src/cli/program/bundled.ts', source: 'the list of bundled packages', place: "belfry's own package", size: 'as shipped', time: local },
  { file: 'src/cli/topic-text.ts', source: 'a page of the manual', place: "belfry's own package", size: 'as shipped', time: local },
  { file: 'src/bin.ts', source: 'arguments and options; where the cache folder is', place: 'the command line; the process', size: 'as the system allows', time: '-' },
  { file: 'src/cli/terminal/io.ts', source: 'variables of the environment, standard input', place: 'the process', size: 'stdin: as the option that reads it', time: 'stdin: until it ends, or `--run-timeout`' },
  { file: 'src/cli/terminal/run-program.ts', source: 'stdout and stderr of the secret command', place: 'a program outside of the repository', size: '1 MiB, 4 KiB', time: '10 s, `--run-timeout`' },
  { file: 'src/library/sides/git.ts', source: 'git', place: 'the program in PATH, without hooks and filters', size: 'the limits of manifests', time: '2 min, `--run-timeout`' },
  { file: 'src/service/connections.ts', source: 'replies of the service', place: 'one origin; redirects are not followed', size: '64 MiB', time: '`--timeout`, `--run-timeout`' },
  { file: 'src/service/proxy.ts', source: 'replies through a proxy', place: 'the proxy of the environment', size: '64 MiB', time: '`--timeout`, `--run-timeout`' },
  { file: 'ci/github.mjs', source: 'the event, replies of GitHub', place: 'GITHUB_EVENT_PATH; the API of GitHub', size: 'no limit: the runner writes it', time: '30 s a request' },
  { file: 'ci/belfry.mjs', source: 'variables, the plan, output of belfry', place: 'the workspace; the runner', size: 'no limit: the job wrote it', time: 'the time limit of the job' },
  { file: 'ci/comment.mjs', source: 'variables of the environment', place: 'the runner', size: 'as the system allows', time: '-' },
  { file: 'ci/issue.mjs', source: 'the report of belfry', place: 'the folder of the runner', size: 'as belfry wrote it', time: local },
  { file: 'ci/body.mjs', source: 'the report of belfry', place: 'the folder of the runner', size: '65,536 characters', time: local },
] // prettier-ignore

/** What a file imports that reads files, starts programs, opens connections or knows the environment. */
const readers =
  /import\s*\{[^}]*\b(?:readFile|readFileSync|open|openSync|openAsBlob|createReadStream|readSync|readv|readvSync|promises)\b[^}]*\}\s*from ['"](?:node:)?fs(?:\/promises)?['"]/
const wholeModule =
  /import\s+(?:\*\s+as\s+)?\w+(?:\s*,[^;'"]*)?\s+from ['"](?:node:)?(?:fs(?:\/promises)?|process)['"]/
const doorModules = '(?:child_process|cluster|worker_threads|http|https|net|http2|tls|dgram|undici)'
const programsAndConnections = new RegExp(`from ['"](?:node:)?${doorModules}`)
const loaded = new RegExp(
  `\\bimport\\(\\s*['"](?:node:)?(?:fs|process|${doorModules})|\\b(?:require|createRequire|getBuiltinModule)\\(`,
)
const environment =
  /\bprocess\s*\??\.?\s*(?:\.\s*(?:env|stdin|argv)\b|\[)|\{[^{}]*\b(?:env|stdin|argv)\b[^{}]*\}\s*=\s*(?:globalThis\.)?process\b|import\s*\{[^}]*\b(?:env|stdin|argv)\b[^}]*\}\s*from ['"](?:node:)?process['"]/
const called =
  /\b(?:readFileSync|createReadStream|spawn|spawnSync|execFileSync)\(|\bnew (?:WebSocket|EventSource)\b|\bglobalThis\s*(?:\.\s*fetch\b|\[)/

/** Whether a program of this text reads what comes from outside. */
export function hasDoor(text: string): boolean {
  const isGlobalFetch =
    /(?<![.\w])fetch\s*\(/.test(text) && !/\b(?:const|function)\s+fetch\b|[(,{]\s*fetch\b/.test(text)
  // Types alone open nothing.
  const values = text.replaceAll(/import type [^\n]*\n/g, '')
  const uses = [readers, wholeModule, programsAndConnections, loaded, environment, called]
  return uses.some((each) => each.test(values)) || isGlobalFetch
}
