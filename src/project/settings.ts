// What a run is told from outside: flags and the environment, handed in so that nothing here reads a process.
import type { Filter } from '../core/filter.ts'
import type { Secret } from '../core/secret.ts'
import type { InputLimits } from '../manifest/input-limits.ts'
import type { ReadStdin } from '../manifest/read.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Settings {
  readonly cwd: string
  readonly env: Environment
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
  /** `-t`, globs allowed; none means all. */
  readonly targets: readonly string[]
  /** The key of `--api-key-file` or stdin. */
  readonly apiKey?: Secret
  /** `-f`: these files, folders, globs, or `-` instead of the project's manifests. */
  readonly files?: readonly string[]
  readonly stdin?: ReadStdin
  /** Folders besides the project's that `${file:…}` and `include` may read. */
  readonly fileRoots: readonly string[]
  /** `live` resolves keys and references; `offline` needs none of them to exist. */
  readonly need: 'offline' | 'live'
  /** `named`: references in manifests need not exist, and secrets have no value. Offline it is always so. */
  readonly secrets?: 'named'
  /** The command could take secrets by name, with --secrets=defer. */
  readonly canDefer?: true
  /** Hears of every reference that is resolved. */
  readonly filter?: Filter
  /** Those that differ from the defaults. */
  readonly inputLimits?: Partial<InputLimits>
}
