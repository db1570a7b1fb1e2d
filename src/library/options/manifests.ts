// The options of the commands that compare manifests, or read only files: validate, diff, compare and log.
import { inGroup, type Flags, type FlagsOf } from './flag.ts'
import {
  connectionFlags,
  extentFlags,
  formatFlags,
  manifestFlags,
  parallelFlags,
  outputFlags,
  type ProjectRequest,
} from './common.ts'

export const validateFlags = {
  ...outputFlags,
  ...manifestFlags,
  full: { help: 'also list the files and folders that are ignored', group: 'output' },
  insecureHttp: {
    help: 'allow http URLs of other machines',
    group: 'connection',
    about: connectionFlags.insecureHttp.about,
  },
} as const satisfies Flags

export const resourceFlags = inGroup('selection', {
  only: {
    argument: '<kind/name>...',
    help: 'only resources that match this name; * matches any characters',
    about: 'Only resources that match one of these, as `KIND/NAME`; `*` matches any characters.',
    selects: true,
    repeat: 'selection',
  },
  exclude: {
    argument: '<kind/name>...',
    help: 'leave out resources that match this name',
    about: 'Leave out resources that match one of these, as `KIND/NAME`.',
    repeat: 'selection',
  },
})

export const diffFlags = {
  ...extentFlags,
  ...manifestFlags,
  ...resourceFlags,
  git: { help: 'treat the arguments as git revisions, not as files' },
  base: {
    argument: '<ref>',
    help: 'base branch to compare with (default: origin/HEAD, origin/main or main)',
  },
  detailedExitcode: { help: 'exit with code 2 if anything differs', group: 'output' },
} as const satisfies Flags

const { targets: _targets, ...untargeted } = manifestFlags

export const compareFlags = {
  ...extentFlags,
  ...untargeted,
  ...connectionFlags,
  ...parallelFlags,
  ...resourceFlags,
  live: { program: 'by', help: 'compare what is in the service (default)', conflicts: ['declared'] },
  declared: {
    program: 'by',
    help: 'compare what the manifests declare, without a request',
    about:
      '`declared`: compare what the manifests declare, without the service. By default what is in the service.',
  },
  detailedExitcode: {
    help: "exit with code 2 if anything differs; differences by perTarget or a variable don't count",
    group: 'output',
  },
} as const satisfies Flags

export const logFlags = { ...formatFlags, only: resourceFlags.only } as const satisfies Flags

type DiffFlags = FlagsOf<typeof diffFlags>

/** Which resources; of the two sides of a diff, too. */
export type SelectionRequest = Pick<DiffFlags, 'files' | 'only' | 'exclude' | 'full'>

export type DiffRequest = ProjectRequest & SelectionRequest & Pick<DiffFlags, 'git' | 'base'>
