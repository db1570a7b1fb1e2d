// The options of the library's methods: the rows of the commands that programs have too.
import { Secret } from '../../core/secrets/secret.ts'
import { given } from '../../core/given.ts'
import type { Problem } from '../../core/problem.ts'
import { listEventsFlags, listMessagesFlags, smokeFlags, triggerFlags } from './activity.ts'
import {
  codecOf,
  flag,
  must,
  named,
  optional,
  problemsOf,
  type Check,
  type Codec,
  type Shape,
} from './check.ts'
import { connectionFlags, manifestFlags, parallelFlags } from './common.ts'
import { exportFlags, promoteFlags } from './export.ts'
import { programName, readFlags, type Flag, type Flags, type FlagsOf } from './flag.ts'
import { getFlags, getSubscribersFlags } from './get.ts'
import {
  applyFlags,
  auditFlags,
  compareFlags,
  diffFlags,
  doctorFlags,
  failoverFlags,
  logFlags,
  planFlags,
  validateFlags,
} from './plan.ts'

const { config, fileRoots, inputLimits } = manifestFlags
const openRows = { config, ...connectionFlags, fileRoots, inputLimits, ...parallelFlags } as const

/** By method, the options of its command. */
const rowsOf = {
  open: openRows,
  validate: validateFlags,
  plan: planFlags,
  apply: applyFlags,
  trigger: triggerFlags,
  smoke: smokeFlags,
  diff: diffFlags,
  compare: compareFlags,
  promote: promoteFlags,
  log: logFlags,
  doctor: doctorFlags,
  audit: auditFlags,
  'get environments': getFlags,
  'get integrations': getFlags,
  'get subscribers': getSubscribersFlags,
  'events list': listEventsFlags,
  'messages list': listMessagesFlags,
  export: exportFlags,
  failover: failoverFlags,
} as const satisfies Readonly<Record<string, Flags>>

export type MethodName = keyof typeof rowsOf

type MethodRow = Omit<Flag, 'help'>

const name: MethodRow = {
  argument: '<name>',
  about: 'Only resources with this name, where `*` matches any characters; or the subscriber with this ID.',
}

/** Arguments of commands that programs pass as options. */
const wordsOf: { readonly [Method in MethodName]?: Readonly<Record<string, MethodRow>> } = {
  smoke: {
    suites: {
      argument: '<file>...',
      about: 'The files of the suites. By default the suites of the project file.',
      selects: true,
    },
  },
  compare: {
    from: {
      argument: '<target>',
      about: 'The target whose resources are the desired state.',
      isRequired: true,
    },
    to: { argument: '<target>', about: 'The target that is compared with them.', isRequired: true },
  },
  'get environments': { name },
  'get integrations': { name },
  'get subscribers': { name },
}

/** What a program may pass to a method, by the name for programs. What `open` has counts for all methods. */
export function methodRows(method: MethodName): Readonly<Record<string, MethodRow & Codec>> {
  const rows: [string, Flag][] = Object.entries(rowsOf[method])
  const ofOpen: Flags = openRows
  const own = rows
    .filter(([key, { about }]) => about !== undefined && (method === 'open' || ofOpen[key]?.about !== about))
    // A saved plan contains its selection.
    .filter(([, { repeat }]) => method !== 'apply' || repeat !== 'selection')
    .map(([key, row]) => [programName(key, row), { ...row, choices: choicesOf(row, rows) }] as const)
  const all = Object.entries({ ...wordsOf[method], ...Object.fromEntries(own) })
  return Object.fromEntries(all.map(([key, row]) => [key, { ...row, ...codecOf(row) }]))
}

/** `by: 'live'` or `by: 'declared'` are two switches of the command. */
function choicesOf({ program, argument, choices }: Flag, rows: readonly (readonly [string, Flag])[]) {
  if (program === undefined || argument !== undefined) return choices
  return rows.flatMap(([key, row]) => (row.program === program ? [key] : []))
}

const common: Shape = {
  signal: optional(must('an AbortSignal', (value) => value instanceof AbortSignal)),
  onEvent: optional(must('a function', (value) => typeof value === 'function')),
  throwOnErrors: optional(flag),
}

/** `more` are checks of options that no row has. */
export function optionProblems(method: MethodName, passed: unknown, more: Shape = common): Problem[] {
  const shape = Object.entries(methodRows(method)).map(([key, row]): [string, Check] => {
    const isWord = Object.hasOwn(wordsOf[method] ?? {}, key) && row.selects !== true
    const check = isWord ? named : row.check
    return [key, row.isRequired === true ? check : optional(check)]
  })
  return problemsOf({ ...more, ...Object.fromEntries(shape) }, 'the options', passed)
}

/** The values of an operation's options: those of the project, and those of the method. */
export function requestOf<Method extends MethodName>(method: Method, passed: object) {
  const rows = rowsOf[method]
  const all = passed as Readonly<Record<string, unknown>>
  const byRow = Object.entries<Flag>(rows).map(([key, row]) => {
    const value = row.about === undefined ? undefined : all[programName(key, row)]
    const isSwitch = row.program !== undefined && row.argument === undefined
    return [key, isSwitch ? value === key : value]
  })
  const values = readFlags<Flags>(rows, Object.fromEntries(byRow), 'program')
  const { apiKeyFile: key, ...request } = values as { readonly apiKeyFile?: string }
  const apiKey = key === undefined ? undefined : Secret.of(key, 'option:apiKey')
  return {
    ...(request as unknown as Omit<FlagsOf<(typeof rowsOf)[Method]>, 'apiKeyFile'>),
    ...given({ apiKey }),
  }
}
