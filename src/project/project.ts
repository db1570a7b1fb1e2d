// A project as the rest of the program sees it: its targets, its variables, and what is to be read; and where its file is
// found.
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Position } from '../core/problem.ts'
import type { Target as EnvironmentTarget } from '../core/target.ts'
import type { Limits } from '../core/plan/limits.ts'
import type { Secret } from '../core/secrets/secret.ts'
import type { ProjectInput, RunSettings } from '../manifest/project-input.ts'
import type { MapNode } from '../manifest/text/node.ts'
import type { InputLimits } from '../manifest/text/read-text.ts'

/** If the URL is not known, as offline if a variable isn't set, it is the sandbox's. */
export interface Target extends EnvironmentTarget {
  readonly isSandbox: boolean
  /** The keys after it that are set, if the target lists several: the first that the service accepts is used. */
  readonly otherKeys?: readonly Secret[]
  readonly protection?: { readonly position: Position }
  readonly limits: Limits
}

/** A target that the project file names, selected or not. */
export interface TargetName {
  readonly alias: string
  readonly environment?: string
}

export interface Project extends ProjectInput {
  /** The folder of the project file; the working directory if there is none. */
  readonly root: string
  /** The selected targets, in project order. */
  readonly targets: readonly Target[]
  readonly allTargets: readonly TargetName[]
  readonly unreadable: 'never' | 'always' | 'ledger'
  /** `mask`: personal data is masked wherever it is shown. */
  readonly privacy: 'mask' | 'show'
  /** How to treat a declared subscriber that the service doesn't have. */
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

/** The address of `sandbox` or `sandbox:4711`; undefined for anything else. */
export function sandboxAddress(text: string): Address | undefined {
  const [found, port = usualPort] = /^sandbox(?::([1-9]\d{0,4}))?$/.exec(text) ?? []
  if (found === undefined || Number(port) > 65_535) return undefined
  return { url: `http://127.0.0.1:${port}`, isSandbox: true }
}

const usualPort = '4111'

/** Used for an address that isn't known offline. */
export const sandbox: Address = { url: `http://127.0.0.1:${usualPort}`, isSandbox: true }

export interface Settings extends RunSettings {
  /** `--config`; without it, the project file is searched upwards from `cwd`. */
  readonly configPath?: string
  /** `none` if no project file is to be used. */
  readonly projectFile?: 'none'
  /** `--url`. */
  readonly url?: string
  /** `--insecure-http`: keys may go over http to other machines. */
  readonly insecureHttp?: true
  /** Offline too, addresses are checked for whether keys may be sent there. */
  readonly judgesAddresses?: true
  /** What shows that a pull request can start this run. */
  readonly pullRequest?: string
  /** Whether only sandboxes take a key, so that it isn't a secret. */
  readonly isSandboxKey?: (key: string) => boolean
  /** A project file whose guards are used instead of its own. */
  readonly guards?: MapNode
  /** `-t`, globs allowed; none means all. */
  readonly targets: readonly string[]
  /** Folders besides the project's that `${file:…}` and `include` may read. */
  readonly fileRoots: readonly string[]
  /** Those that differ from the defaults. */
  readonly inputLimits?: Partial<InputLimits>
}

export const projectFileNames = ['belfry.yaml', 'belfry.yml'] as const

/** Undefined if there is none. A named file is searched only at its path. */
export function findProjectFile(cwd: string, named?: string): string | undefined {
  if (named !== undefined) {
    const path = resolve(cwd, named)
    return isThere(path) ? path : undefined
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    for (const name of projectFileNames) if (isThere(join(folder, name))) return join(folder, name)
    if (dirname(folder) === folder) return undefined
  }
}

/** A path that can't be checked counts as existing: reading it reports why. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR'
  }
}
