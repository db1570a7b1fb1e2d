// What a run is told from outside: flags and the environment, handed in so that nothing here reads a process.
import type { MapNode } from '../manifest/text/node.ts'
import type { InputLimits } from '../manifest/text/input-limits.ts'
import type { RunSettings } from '../manifest/project-input.ts'

export type Environment = RunSettings['env']

export interface Settings extends RunSettings {
  /** `--config`; else the project file is looked for upwards from `cwd`. */
  readonly configPath?: string
  /** `none` where none is to be looked for. */
  readonly projectFile?: 'none'
  /** `--url`. */
  readonly url?: string
  /** `--insecure-http`: keys may go over http to other machines. */
  readonly insecureHttp?: true
  /** Offline, too, addresses are judged by whether keys may be sent there. */
  readonly judgesAddresses?: true
  /** What shows that a pull request can start this run. */
  readonly pullRequest?: string
  /** Whether only sandboxes take a key, so that it is no secret. */
  readonly isSandboxKey?: (key: string) => boolean
  /** A project file whose guards are used in place of its own. */
  readonly guards?: MapNode
  /** `-t`, globs allowed; none means all. */
  readonly targets: readonly string[]
  /** Folders besides the project's that `${file:…}` and `include` may read. */
  readonly fileRoots: readonly string[]
  /** Those that differ from the defaults. */
  readonly inputLimits?: Partial<InputLimits>
}
