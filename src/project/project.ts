// A project as the rest of the program sees it: its targets, its variables, and what is to be read.
import type { Position } from '../core/problem.ts'
import type { Limits } from '../core/limit.ts'
import type { RuleSettings } from '../core/rules.ts'
import type { Secret } from '../core/secret.ts'
import type { InputLimits } from '../manifest/input-limits.ts'
import type { Masks } from '../manifest/mask.ts'
import type { MapNode, Node } from '../manifest/node.ts'
import type { Source } from '../manifest/source.ts'
import type { Settings } from './settings.ts'

export interface Target {
  readonly alias: string
  /** The environment's name in the service; undefined where nothing names it. */
  readonly environment?: string
  readonly environmentId?: string
  /** The service's own name in enumerated values, such as `novu`; undefined where live replies are to tell. */
  readonly vendor?: string
  /** Offline, where it is a reference to something unset, the sandbox's. */
  readonly url: string
  /** Undefined offline, and where `apiKeyFrom` is unset or empty. */
  readonly apiKey?: Secret
  /** Where its key comes from, e.g. `env:BELFRY_PRODUCTION_API_KEY`. */
  readonly apiKeyFrom: string
  readonly unmanaged: Unmanaged
  /** The line that says so. */
  readonly unmanagedAt?: Position
  /** Present where it is protected, with the line that says so. */
  readonly protection?: { readonly position: Position }
  readonly limits: Limits
  readonly position?: Position
}

export type Unmanaged = 'report' | 'ignore' | 'deactivate' | 'fail'

/** A target that the project file names, selected or not. */
export interface TargetName {
  readonly alias: string
  readonly environment?: string
}

export interface Project {
  /** The folder of the project file; the working directory where there is none. */
  readonly root: string
  /** The project file's real path. */
  readonly path?: string
  /** The project file, as printed. */
  readonly file?: string
  /** The selected targets, in project order. */
  readonly targets: readonly Target[]
  readonly allTargets: readonly TargetName[]
  readonly unreadable: 'never' | 'always' | 'ledger'
  /** `mask`: what is about persons is masked wherever it is shown. */
  readonly privacy: 'mask' | 'show'
  /** What a missing subscriber means. */
  readonly missing: 'report' | 'fail'
  readonly rules: RuleSettings
  readonly smoke: {
    /** Files, folders and globs of suites, from the root. */
    readonly suites: readonly string[]
    /** Who may get test notifications on protected targets: subscriber ids, and topics as `topic:KEY`. */
    readonly recipients: readonly string[]
  }
  /** What to read: the project's `manifests` from its root, or `-f` from the working directory. */
  readonly manifests: readonly string[]
  readonly manifestsFrom: string
  /** By name, as written. */
  readonly variables: ReadonlyMap<string, Node>
  readonly targetVariables: ReadonlyMap<string, ReadonlyMap<string, Node>>
  /** What targets' keys are read from, e.g. `env:NAME`; manifests may not. */
  readonly keyReferences: ReadonlySet<string>
  /** Folders that references and includes may read, absolute. */
  readonly readable: readonly string[]
  readonly settings: Settings
  readonly inputLimits: InputLimits
  /** The project file's own text, for problems that point into it. */
  readonly source?: Source
  readonly tree?: MapNode
  readonly masks?: Masks
}

/** The sandbox's own address, which `url: sandbox` names. */
export const sandboxUrl = 'http://127.0.0.1:4111'
