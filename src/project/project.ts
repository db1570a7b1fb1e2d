// A project as the rest of the program sees it: its targets, its variables, and what is to be read.
import type { Position } from '../core/problem.ts'
import type { Limits } from '../core/plan/limit.ts'
import type { Secret } from '../core/secrets/secret.ts'
import type { ProjectInput } from '../manifest/project-input.ts'
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
  readonly isSandbox: boolean
  /** Undefined offline, and where `apiKeyFrom` is unset or empty. */
  readonly apiKey?: Secret
  /** The keys after it that are set, if the target lists several: the first that the service accepts is used. */
  readonly otherKeys?: readonly Secret[]
  /**
   * Where its key comes from, e.g. `env:BELFRY_PRODUCTION_API_KEY`. Undefined if the target has no `apiKey` and
   * BELFRY_API_KEY isn't used, because several targets are selected.
   */
  readonly apiKeyFrom?: string
  readonly unmanaged: Unmanaged
  /** The line that says so. */
  readonly unmanagedAt?: Position
  /** Patterns of names: those that match are neither listed nor changed. */
  readonly unmanagedIgnore?: readonly string[]
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

export interface Project extends ProjectInput {
  /** The folder of the project file; the working directory where there is none. */
  readonly root: string
  /** The selected targets, in project order. */
  readonly targets: readonly Target[]
  readonly allTargets: readonly TargetName[]
  readonly unreadable: 'never' | 'always' | 'ledger'
  /** `mask`: what is about persons is masked wherever it is shown. */
  readonly privacy: 'mask' | 'show'
  /** What a declared subscriber means that the service doesn't know. */
  readonly missing: 'report' | 'fail' | 'create'
  readonly smoke: ProjectInput['smoke'] & {
    /** Who may get test notifications on protected targets: subscriber ids, and topics as `topic:KEY`. */
    readonly recipients: readonly string[]
  }
  /** The age from which a failover is drift, such as `24h`. */
  readonly maxFailoverAge?: string
  readonly settings: Settings
}

/** Where a service is. */
export interface Address {
  readonly url: string
  /** It is the sandbox of this machine, to which only its own keys are sent. */
  readonly isSandbox: boolean
}

/** The address that `sandbox`, or `sandbox:4711`, stands for; undefined for anything else. */
export function sandboxAddress(text: string): Address | undefined {
  const [, port] = /^sandbox(?::([1-9]\d{0,4}))?$/.exec(text) ?? [undefined, 'none']
  return port === 'none' || Number(port) > 65_535
    ? undefined
    : { url: `http://127.0.0.1:${port ?? '4111'}`, isSandbox: true }
}

/** What an address that isn't known offline is taken for. */
export const sandbox: Address = { url: 'http://127.0.0.1:4111', isSandbox: true }
