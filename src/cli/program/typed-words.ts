// Words that people type because similar tools have them: what does the same in belfry, or why belfry doesn't have it.

/** By the command that was typed. */
export const commandWords: Readonly<Record<string, string>> = {
  check: 'Run belfry validate.',
  delete: 'belfry never deletes. To switch off an integration, declare active: false.',
  deploy: 'Run belfry apply.',
  destroy: 'belfry never deletes. To switch off an integration, declare active: false.',
  drift: 'Run belfry plan --detailed-exitcode.',
  dump: 'Run belfry export.',
  fmt: "belfry doesn't format files. Use a formatter for YAML.",
  format: "belfry doesn't format files. Use a formatter for YAML.",
  import: 'Run belfry init --export for a new project, or belfry export --write.',
  lint: 'Run belfry validate.',
  list: 'Run belfry get.',
  login: 'belfry has no login. Set the API key of each target in belfry.yaml, as a reference to a variable.',
  logs: 'Run belfry log or belfry events list.',
  ls: 'Run belfry get.',
  pull: 'Run belfry export --write.',
  push: 'Run belfry apply.',
  refresh: 'belfry keeps no state. Run belfry plan, which reads the service.',
  remove: 'belfry never deletes. To switch off an integration, declare active: false.',
  rollback: 'Revert the commit, then run belfry plan and belfry apply.',
  send: 'Run belfry trigger.',
  server: 'Run belfry sandbox.',
  state: 'belfry keeps no state. To see what is in the service, run belfry get.',
  status: 'Run belfry plan for changes, or belfry doctor for problems.',
  sync: 'Run belfry plan, then belfry apply.',
  test: 'Run belfry smoke.',
  undo: 'Revert the commit, then run belfry plan and belfry apply.',
  up: 'Run belfry apply.',
  verify: 'Run belfry plan --detailed-exitcode.',
  version: 'Run belfry --version.',
  whoami: 'Run belfry doctor, which shows the environment of each API key.',
}

/** Options that were removed and commands that were, and what is in their place. */
export const removed: Readonly<Record<string, string>> = {
  'belfry audit --fix': 'Run belfry explain shared-device-token.',
  'belfry compare --all': 'Run belfry compare FROM TO for two targets.',
  'belfry messages stats': 'Run belfry messages list.',
  'belfry sandbox --data': 'Use --save FILE and --seed FILE.',
  'belfry plan --traffic': 'Run belfry messages list.',
  'belfry plan --notify': 'Run belfry plan --detailed-exitcode, and send a trigger if the exit code is 2.',
}

/** Options of similar tools for an API key. */
export const keyOptions: readonly string[] = ['--api-key', '--apikey', '--key', '--token', '--password']

export const visibleKey =
  'A key on the command line is visible in the process list. Use --api-key-file, or a variable that apiKey in belfry.yaml names.'

/** Options of similar tools, and the option of belfry for the same purpose. */
export const synonyms: Readonly<Record<string, string>> = {
  '--auto-approve': '--yes',
  '--approve': '--yes',
  '--force': '--yes',
  '--output': '--out',
  '-o': '--out',
  '--env': '--target',
  '--env-file': '--dotenv',
  '-e': '--target',
  '--environment': '--target',
  '--stage': '--target',
  '--json': '--format',
  '--verbose': '--debug',
  '-v': '--debug',
  '--dir': '--file',
  '--filename': '--file',
  '--parallelism': '--concurrency',
}

/** Options that are commands in belfry. */
export const optionCommands: Readonly<Record<string, string>> = {
  '--dryrun': 'plan',
  '--dry-run': 'plan',
  '--check': 'plan',
  '--diff': 'plan',
}
