// The row of a command, for the command line and for programs.
import type { AnyAccount } from '../../report/account.ts'
import type { Run } from '../run.ts'
import type { OperationEnd } from '../operation-end.ts'
import type { Flag, Flags, FlagsOf } from '../options/flag.ts'
import type { TopicName } from './topics.ts'

/** What the help of a command has besides its options. */
export interface Guide {
  /** Two or three command lines. */
  readonly examples: readonly string[]
  /** The environment variables that the command reads, besides those about colours. */
  readonly variables?: readonly string[]
  readonly topics: readonly TopicName[]
  /** What a reader needs to know before the first run. */
  readonly notes?: string
}

/**
 * An argument that isn't an option. With `about`, programs pass it as an option of the method. Otherwise it comes before
 * the options, as in `project.promote('Staging', 'Production')`.
 */
export interface Word extends Pick<Flag, 'about' | 'program' | 'selects' | 'empty'> {
  /** `<name>`; `[name]` if it isn't required, `[name...]` if there can be several. */
  readonly argument: string
  /** Absent if its name says enough. */
  readonly help?: string
  readonly choices?: readonly string[]
  /** Programs have to pass it, although a command line works without it. */
  readonly isRequired?: true
}

export type Words = Readonly<Record<string, Word>>

/** What the command line and programs both need, whatever the options. */
export interface AnyRow extends Guide {
  /** What the command does, in lower case and without a full stop. */
  readonly help: string
  readonly words?: Words
  /** Help lists the options of a group in this order. */
  readonly flags: Flags
  /** Options that the command doesn't have are its arguments: it explains them. */
  readonly isAboutOptions?: true
  /** Its operation in the library. */
  readonly load?: () => Promise<(request: never, run: never) => Promise<OperationEnd>>
  /** What the command prints while it reads, if it doesn't print all at its end. Findings name their target. */
  readonly prints?: 'items' | 'findings'
  /** The method that programs have for it. Commands with the same method are its first argument: `get('subscribers')`. */
  readonly method?: string
  /** More about the options of the method. */
  readonly options?: string
}

type WordsOf<All> = All extends Words
  ? {
      readonly [Name in keyof All]: All[Name] extends { argument: `${string}...${string}` }
        ? readonly string[]
        : All[Name] extends { argument: `<${string}` }
          ? string
          : string | undefined
    }
  : unknown

interface CommandRow<Rows extends Flags, All extends Words | undefined> extends AnyRow {
  readonly words?: All & Words
  readonly flags: Rows
  readonly load?: () => Promise<
    (request: FlagsOf<Rows> & WordsOf<All>, run: Run<AnyAccount>) => Promise<OperationEnd>
  >
}

/** A row whose operation takes the options and arguments of the command. */
export function command<Rows extends Flags, const All extends Words | undefined = undefined>(
  row: CommandRow<Rows, All>,
): AnyRow {
  return row
}

/** `[path...]` is a list. */
export function isList(argument: string): boolean {
  return argument.includes('...')
}

/** The environment variables that commands share, for the last lines of their help. `belfry help environment` explains each. */
export const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const

/** The variables of commands that connect to the service of a project. */
export const service = ['BELFRY_URL', 'BELFRY_API_KEY', 'BELFRY_FILE_ROOTS', ...proxies] as const

/** The variables of commands that also read secrets, and make or check fingerprints. */
export const sealed = [
  ...service,
  'BELFRY_FINGERPRINT_KEY',
  'BELFRY_SECRET_COMMAND',
  'BELFRY_SECRET_NAMES',
] as const

/** Of commands that write to the service or send a trigger: any of these may forbid it. */
export const guarded = ['BELFRY_READ_ONLY', 'GITHUB_EVENT_NAME'] as const
