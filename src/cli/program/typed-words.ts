// Words that people type because similar tools have them: what does the same in belfry, or why belfry doesn't have it.

const neverDeletes = 'belfry never deletes. To switch off an integration, declare active: false.'
const editManifest = 'Edit the manifest, then run belfry plan and belfry apply.'
const isTarget = 'An environment is a target in belfry.yaml. Choose it with -t NAME.'
const revert = 'Revert the commit, then run belfry plan and belfry apply.'

/** By the command that was typed. */
export const commandWords: Readonly<Record<string, string>> = {
  backup: 'Run belfry export --out FOLDER.',
  check: 'Run belfry validate.',
  config: 'Run belfry validate for the files, or belfry doctor for the service.',
  console:
    'belfry has no console. Run belfry explain for the manifest language, or belfry get for what is in the service.',
  context: isTarget,
  create: editManifest,
  delete: neverDeletes,
  deploy: 'Run belfry apply.',
  describe: 'Run belfry get, with the kind and the name.',
  destroy: neverDeletes,
  down: neverDeletes,
  drift: 'Run belfry plan --detailed-exitcode.',
  dump: 'Run belfry export.',
  edit: editManifest,
  env: 'Run belfry help environment.',
  fmt: "belfry doesn't format files. Use a formatter for YAML.",
  format: "belfry doesn't format files. Use a formatter for YAML.",
  graph: 'Run belfry plan, which lists the changes in their order.',
  history: 'Run belfry log.',
  import: 'Run belfry init --export for a new project, or belfry export --write.',
  lint: 'Run belfry validate.',
  list: 'Run belfry get.',
  login: 'belfry has no login. Set the API key of each target in belfry.yaml, as a reference to a variable.',
  logs: 'Run belfry log or belfry events list.',
  ls: 'Run belfry get.',
  mock: 'Run belfry sandbox.',
  new: 'Run belfry init.',
  notify: 'Run belfry trigger.',
  output: 'To print JSON, add --format json to a command such as belfry get.',
  patch: editManifest,
  ping: 'Run belfry doctor.',
  preview: 'Run belfry plan.',
  pull: 'Run belfry export --write.',
  push: 'Run belfry apply.',
  refresh: 'belfry keeps no state. Run belfry plan, which reads the service.',
  remove: neverDeletes,
  replace: editManifest,
  reset: neverDeletes,
  rm: neverDeletes,
  rollback: revert,
  rollout: revert,
  scaffold: 'Run belfry init.',
  send: 'Run belfry trigger.',
  serve: 'Run belfry sandbox.',
  server: 'Run belfry sandbox.',
  set: editManifest,
  state: 'belfry keeps no state. To see what is in the service, run belfry get.',
  status: 'Run belfry plan for changes, or belfry doctor for problems.',
  sync: 'Run belfry plan, then belfry apply.',
  taint: 'To send secrets again, run belfry apply --resend KIND/NAME.',
  test: 'Run belfry smoke.',
  undo: revert,
  up: 'Run belfry apply.',
  verify: 'Run belfry plan --detailed-exitcode.',
  version: 'Run belfry --version.',
  whoami: 'Run belfry doctor, which shows the environment of each API key.',
  workspace: isTarget,
}

/** Options and commands that a command doesn't have or no longer has, and what is in their place. */
export const removed: Readonly<Record<string, string>> = {
  'belfry -v': 'Run belfry --version.',
  'belfry audit --fix': 'Run belfry explain shared-device-token.',
  'belfry compare --all': 'Run belfry compare FROM TO for two targets.',
  'belfry get events': 'Run belfry events list.',
  'belfry get messages': 'Run belfry messages list.',
  'belfry messages stats': 'Run belfry messages list.',
  'belfry sandbox --data': 'Use --save FILE and --seed FILE.',
  'belfry plan --traffic': 'Run belfry messages list.',
  'belfry plan --notify': 'Run belfry plan --detailed-exitcode, and send a trigger if the exit code is 2.',
}

const variables = 'Set it under variables in belfry.yaml, or write ${env:NAME} in the manifest.'
const visibleKey =
  'A key on the command line is visible in the process list. Use --api-key-file, or a variable that apiKey in belfry.yaml names.'

/** By the option that was typed, if no option of the command does the same. */
export const optionWords: Readonly<Record<string, string>> = {
  '--api-key': visibleKey,
  '--apikey': visibleKey,
  '--key': visibleKey,
  '--token': visibleKey,
  '--password': visibleKey,
  '--force': '--yes answers the question, and no option skips a guard. Run belfry help guards.',
  '--set': variables,
  '--var': variables,
  '--var-file': variables,
}

/** Options of similar tools, and the option of belfry for the same purpose. */
export const synonyms: Readonly<Record<string, string>> = {
  '--auto-approve': '--yes',
  '--approve': '--yes',
  '--output': '--out',
  '-o': '--out',
  '--env': '--target',
  '--env-file': '--dotenv',
  '-e': '--target',
  '--environment': '--target',
  '--stage': '--target',
  '--context': '--target',
  '--namespace': '--target',
  '-n': '--target',
  '--profile': '--target',
  '--workspace': '--target',
  '--chdir': '--config',
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
