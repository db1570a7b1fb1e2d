// Words that people type because similar tools have them: the equivalent in belfry, or why belfry doesn't have it.
import { listCommands } from '../../report/list-rows.ts'

/** An answer, with the words that it is for. */
type Answers = readonly (readonly [answer: string, words: string])[]

/** The answer to a word in one of the rows. */
export function answerTo(word: string, answers: Answers): string | undefined {
  return answers.findLast(([, words]) => words.split(' ').includes(word))?.[0]
}

/** By the command that was typed. */
export const commandWords = (): Answers => [
  // `environment` and `environments`, for each list of `belfry get`.
  ...listCommands
    .filter((name) => name.startsWith('get '))
    .map((name) => [`Run belfry ${name}.`, name.replace(/^\w+ (\w+?)(s?)$/, '$1 $1$2')] as const),
  [
    'belfry never deletes. To switch off an integration, declare active: false.',
    'clean delete destroy down gc prune remove reset rm uninstall',
  ],
  [
    'Edit the manifest, then run belfry plan and belfry apply.',
    'add annotate create edit label patch replace scale set',
  ],
  [
    'An environment is a target in belfry.yaml. Choose it with -t NAME.',
    'checkout context stack switch use workspace',
  ],
  ['Run git revert, then belfry apply. More: belfry help undo an apply.', 'restore revert rollback undo'],
  [
    'To go back, revert the commit, then run belfry apply. To send secrets again, run belfry apply --resend KIND/NAME.',
    'rollout',
  ],
  [
    'Declare active: true or active: false in the manifest, then run belfry apply.',
    'activate deactivate disable enable',
  ],
  ["belfry doesn't format files. Use a formatter for YAML.", 'fmt format'],
  [
    'belfry has no login. Set the API key of each target in belfry.yaml, as a reference to a variable.',
    'auth login logout',
  ],
  [
    'belfry has no console. Run belfry explain for the manifest language, or belfry get for what is in the service.',
    'console',
  ],
  ['belfry keeps no state. Run belfry plan, which reads the service.', 'force-unlock lock refresh unlock'],
  ['belfry keeps no state. To see what is in the service, run belfry get.', 'state'],
  [
    'Choose a target with -t NAME. To check the files, run belfry validate; to check the service, belfry doctor.',
    'config',
  ],
  ['Run belfry apply.', 'continue deploy install playbook push release resume retry up upgrade'],
  ['Run belfry doctor, which shows the environment of each API key.', 'whoami'],
  ['Run belfry doctor.', 'cluster-info health info ping'],
  ['Run belfry export --out FOLDER.', 'backup'],
  ['Run belfry export --write.', 'fetch pull'],
  ['Run belfry export.', 'convert dump'],
  ['Run belfry get subscribers.', 'user users'],
  [
    'Run belfry get with the kind and the name, as in: belfry get integrations NAME',
    'cat describe inspect view',
  ],
  ['Run belfry get.', 'find list ls query search'],
  ['Run belfry help environment.', 'env'],
  ['Run belfry help secrets.', 'key keys secret secrets vault'],
  ['Run belfry init --export for a new project, or belfry export --write --only KIND/NAME.', 'clone import'],
  ['Run belfry init.', 'bootstrap configure generate new scaffold setup'],
  ['Run belfry log or belfry events list.', 'logs tail'],
  ['Run belfry log.', 'blame history'],
  ['Run belfry plan --detailed-exitcode.', 'changed drift verify'],
  ['Run belfry plan for changes, or belfry doctor for problems.', 'status'],
  ['Run belfry plan, then belfry apply.', 'gateway sync'],
  ['Run belfry plan, which lists the changes in their order.', 'graph'],
  ['Run belfry plan.', 'dry-run dryrun preview template'],
  ['Run belfry sandbox.', 'mock serve server start'],
  ['Run belfry smoke.', 'test'],
  ['Run belfry trigger.', 'notify publish run send'],
  ['Run belfry validate.', 'check lint'],
  ['Run belfry --version.', 'about version'],
  ['Press Ctrl-C in the terminal in which belfry runs.', 'abort cancel stop'],
  ['Run belfry help guards.', 'policy'],
  ['Run belfry plan --format html >plan.html.', 'dashboard open ui web'],
  ['Run belfry --help.', 'commands usage'],
  ['Run belfry explain, which lists all subjects.', 'api-resources api-versions docs man'],
  ['Run belfry explain provider/ to list the providers.', 'providers'],
  ['belfry runs once. Run it again by a schedule of the pipeline.', 'monitor watch'],
  ['belfry manages environments, integrations and subscribers.', 'layouts templates topics workflows'],
  ['To print JSON, add --format json to a command such as belfry get.', 'output'],
  ['To send secrets again, run belfry apply --resend KIND/NAME.', 'resend rotate taint untaint'],
]

/** Words before a command in similar tools, as in `npm run test`: the next word is the command. */
export const leadingWords: readonly string[] = ['gateway', 'run']

/** Options and commands that a command doesn't have or no longer has, and their replacements. */
export const removed: Readonly<Record<string, string>> = {
  'belfry -v': 'Run belfry --version.',
  'belfry compare -t': 'Run belfry compare FROM TO.',
  'belfry compare --target': 'Run belfry compare FROM TO.',
  'belfry compare --all': 'Run belfry compare FROM TO for two targets.',
  'belfry get events': 'Run belfry events list.',
  'belfry get messages': 'Run belfry messages list.',
  'belfry messages stats': 'Run belfry messages list.',
  'belfry smoke --dry-run': 'Run belfry trigger WORKFLOW --to ID --dry-run.',
  'belfry smoke --dryrun': 'Run belfry trigger WORKFLOW --to ID --dry-run.',
  'belfry sandbox --data': 'Use --save FILE and --seed FILE.',
  'belfry plan --traffic': 'Run belfry messages list.',
  'belfry plan --notify': 'Run belfry plan --detailed-exitcode, and send a trigger if the exit code is 2.',
}

/** By the option that was typed, if no option of the command does the same. */
export const optionWords: Answers = [
  [
    'A key on the command line is visible in the process list. Use --api-key-file, or a variable that apiKey in belfry.yaml names.',
    '--api-key --apikey --key --token --password',
  ],
  ['--yes confirms the plan. Each guard has its own option. Run belfry help guards.', '--force'],
  ["belfry doesn't correct manifests. The line below each problem says what to write.", '--fix'],
  [
    'belfry keeps no state: each plan reads the service.',
    '--lock --lock-timeout --refresh --refresh-only --state',
  ],
  [
    'belfry never deletes. To switch off an integration, declare active: false.',
    '--delete --destroy --prune --remove-orphans --replace',
  ],
  ['Colours are for terminals only. NO_COLOR=1 turns them off.', '--color --colour'],
  ['belfry diff HEAD compares the working tree with the last commit.', '--cached --staged'],
  [
    'The exit code also shows the result. Run belfry help exit-codes.',
    '--quiet --silent --suppress-outputs -q',
  ],
  ['Run belfry help secrets.', '--ask-vault-pass --vault-password-file'],
  [
    'belfry always checks certificates. To trust your own certificate authority, set NODE_EXTRA_CA_CERTS. Run belfry help connection.',
    '--cacert --insecure --insecure-skip-tls-verify --skip-tls-verify',
  ],
  ['Choose a target with -t NAME. Set a value under variables in belfry.yaml.', '-e'],
  ["To select all targets, use -t '*'. Commands for a single target need its name.", '-A --all-namespaces'],
  [
    'belfry always checks certificates, and has no kustomizations: name manifests with -f FOLDER, and set values of a target under perTarget.',
    '-k',
  ],
  ['HTTPS_PROXY names a proxy. Run belfry help connection.', '--proxy -x'],
  ['To make a warning an error, set its rule to error under rules in belfry.yaml.', '--strict'],
  [
    'Set it under variables in belfry.yaml, or write ${env:NAME} in the manifest.',
    '--extra-vars --set --values --var --var-file',
  ],
]

/** Options of similar tools, and the option of belfry for the same purpose. */
export const synonyms: Answers = [
  ['--concurrency', '--parallel --parallelism -p'],
  ['--config', '--chdir --config-file --cwd --kubeconfig --project --project-directory -C -c'],
  ['--debug', '--log-level --trace --verbose -v --vv --vvv'],
  ['--detailed-exitcode', '--exit-code --expect-no-changes'],
  ['--diff-base', '--base --since'],
  ['--dotenv', '--env-file'],
  ['--exclude', '--ignore --skip --skip-tags'],
  ['--file', '--dir --filename --kustomize --manifest --manifests --path --recursive -R -s'],
  ['--follow', '--tail --watch -w'],
  ['--format', '--json --query --yaml'],
  ['--full', '--all --long --wide -a'],
  ['--limit', '--page-size --per-page'],
  [
    '--only',
    '--field-selector --filter --include --label --resource --select --select-tag --selector --tags -l',
  ],
  ['--out', '--generate-config-out --output --output-file --save -O -o'],
  ['--payload', '--body --data'],
  ['--reason', '--message -m'],
  ['--summary', '--compact --name-only --short --stat'],
  [
    '--target',
    '--context --env --environment --limit --namespace --prod --profile --stack --stage --workspace -n',
  ],
  ['--timeout', '--max-time --request-timeout --wait-timeout'],
  ['--to', '--recipient --subscriber'],
  ['--url', '--addr --api-url --base-url --endpoint --host --server'],
  ['--yes', '--approve --auto-approve --batch --input --no-input --non-interactive --skip-preview'],
]

/** Options that are commands in belfry. */
export const optionCommands: Answers = [['plan', '--dryrun --dry-run --check --diff']]
