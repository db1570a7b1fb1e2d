// What manifests and suites are read with: the part of a project that they need.
import type { Filter } from '../core/secrets/redact.ts'
import type { RuleSettings } from '../core/rules.ts'
import type { Secret } from '../core/secrets/secret.ts'
import type { Owns, Desired } from '../kinds/resource.ts'
import type { Masks } from './frames/frame.ts'
import type { Found } from './frames/reporter.ts'
import type { InputLimits, ReadStdin } from './text/read-text.ts'
import type { MapNode, Node, Source } from './text/node.ts'

export interface ProjectInput {
  /** The folder that references are relative to. */
  readonly root: string
  /** The project file's real path. */
  readonly path?: string
  /** The project file, as printed. */
  readonly file?: string
  /** The selected targets. */
  readonly targets: readonly { readonly alias: string }[]
  readonly allTargets: readonly { readonly alias: string }[]
  readonly rules: RuleSettings
  /** By kind, patterns of fields that are left as the service has them. */
  readonly ignore?: Readonly<Record<string, readonly string[] | undefined>>
  /** Undefined if it manages all of its environments. */
  readonly owns?: Owns
  readonly smoke: {
    /** Files, folders and globs of suites, from the root. */
    readonly suites: readonly string[]
  }
  /** Files, folders and globs, from `manifestsFrom`. */
  readonly manifests: readonly string[]
  readonly manifestsFrom: string
  /** By name, as written. */
  readonly variables: ReadonlyMap<string, Node>
  readonly targetVariables: ReadonlyMap<string, ReadonlyMap<string, Node>>
  /** What targets' keys are read from, e.g. `env:NAME`; manifests may not. */
  readonly keyReferences: ReadonlySet<string>
  /** Folders that references and includes may read, absolute. */
  readonly readable: readonly string[]
  readonly inputLimits: InputLimits
  /** The project file's own text, for problems that point into it. */
  readonly source?: Source
  readonly tree?: MapNode
  readonly masks?: Masks
  readonly settings: RunSettings
}

/** What a command of the user prints for the names of `${secret:NAME}`. */
export interface CommandSecrets {
  /** The secret, or why there is none; undefined until `read`. */
  readonly find: (
    name: string,
    key: string | undefined,
  ) => string | Pick<Found, 'rule' | 'message' | 'hint'> | undefined
  /** Runs the command once for each name. */
  readonly read: (names: Iterable<string>) => Promise<void>
}

/** The settings of a run, from the command line and the environment. */
export interface RunSettings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** `--dotenv`: variables that only references in manifests and `apiKey` can name; those of `env` come first. */
  readonly dotenv?: RunSettings['env']
  /** The key of `--api-key-file` or stdin. */
  readonly apiKey?: Secret
  /** `-f`: these files, folders, globs, or `-` instead of the project's manifests. */
  readonly files?: readonly string[]
  readonly stdin?: ReadStdin
  /** `live` resolves references; `offline` needs none of them to exist. */
  readonly need: 'offline' | 'live'
  /**
   * `named`: references need not exist, and secrets have no value; always so offline. `needed`: secrets may lack a value,
   * unless they are sent.
   */
  readonly secrets?: 'named' | 'needed'
  /** The command could take secrets by name, with --secrets=defer. */
  readonly canDefer?: true
  /** Gets every secret that a reference resolves to. */
  readonly filter?: Filter
  /** Without them, `${secret:NAME}` has no value. */
  readonly commandSecrets?: CommandSecrets
  /** Whether a resource is selected: what other resources refer to need not exist. Absent if all are selected. */
  readonly selects?: (desired: Desired) => boolean
  /** By a manifest's name as printed: the text that is read in its place. */
  readonly texts?: ReadonlyMap<string, string>
}
