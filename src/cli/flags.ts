// What the command line hands to a command.

export interface FormatFlags {
  readonly format: 'text' | 'json'
  /** False with --no-color, else true: then the stream decides. */
  readonly color: boolean
}

export interface ValidateFlags extends FormatFlags {
  readonly config?: string
  readonly file: readonly string[]
  readonly target: readonly string[]
  readonly fileRoot: readonly string[]
}

export interface PlanFlags extends ValidateFlags {
  readonly url?: string
  readonly apiKeyFile?: string
  readonly concurrency: string
  readonly only: readonly string[]
  readonly exclude: readonly string[]
  readonly resend: readonly string[]
  readonly detailedExitcode?: true
}

export interface ApplyFlags extends PlanFlags {
  readonly yes?: true
  readonly keepGoing?: true
}

export interface SandboxFlags extends FormatFlags {
  readonly port: string
  readonly seed?: string
}
