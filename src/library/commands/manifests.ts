// The rows of commands about manifests, and of those that start a project or change the service.
import { exportFlags, promoteFlags } from '../options/export.ts'
import {
  initFlags,
  sandboxFlags,
  compareFlags,
  diffFlags,
  logFlags,
  showFlags,
  validateFlags,
} from '../options/manifests.ts'
import { applyFlags, planFlags } from '../options/plan.ts'
import { failoverFlags } from '../options/service.ts'
import { command, guarded, proxies, sealed, service } from './row.ts'

export const startRows = {
  init: command({
    help: 'start a project: write belfry.yaml, manifests and a pipeline',
    notes:
      "init asks for each value that no option sets. Without a terminal, init doesn't ask: then --url, --target and --pipeline are required, unless --yes is given. init doesn't replace existing files (exit 4). If .gitignore exists, init only adds lines.",
    words: {
      folder: { argument: '[folder]', help: 'folder of the project (default: the working directory)' },
    },
    flags: initFlags,
    examples: [
      'belfry init',
      'belfry init notify --yes --url sandbox',
      'belfry init --target Production=PRODUCTION_API_KEY',
    ],
    variables: ['BELFRY_URL', 'BELFRY_API_KEY', ...proxies],
    topics: ['files', 'connection'],
  }),
  sandbox: command({
    help: 'run a local service with test data',
    flags: sandboxFlags,
    examples: [
      'belfry sandbox',
      'belfry sandbox --port 0 --seed seed.json',
      'belfry sandbox --profile novu-2026-09 --fault reset-after@3',
    ],
    topics: ['connection', 'output'],
  }),
  export: command({
    help: 'write manifests for the resources in the service',
    flags: exportFlags,
    examples: [
      'belfry export --out manifests -t Production',
      'belfry export --write',
      'belfry export --out people --subscribers all --format csv',
    ],
    variables: service,
    topics: ['targets', 'files', 'connection', 'output'],
    load: async () => (await import('../operations/export.ts')).exportManifests,
    method: 'export',
  }),
}

export const changeRows = {
  validate: command({
    help: 'check manifests offline, and list all problems',
    notes: "validate doesn't need API keys or secrets.",
    flags: validateFlags,
    examples: [
      'belfry validate',
      'belfry validate -f manifests',
      'belfry validate --report sarif=belfry.sarif',
    ],
    variables: ['BELFRY_URL', 'BELFRY_FILE_ROOTS'],
    topics: ['files', 'secrets', 'output'],
    load: async () => (await import('../operations/validate.ts')).validate,
    method: 'validate',
  }),
  plan: command({
    help: 'show the changes that apply would make',
    flags: planFlags,
    examples: ['belfry plan', 'belfry plan -t Production --out plan.json'],
    variables: [...sealed, 'GITHUB_BASE_REF'],
    topics: ['targets', 'secrets', 'guards', 'pipelines'],
    method: 'plan',
  }),
  diff: command({
    help: 'compare manifests offline: folders, files or git revisions',
    notes:
      "Without arguments, diff compares the merge base of HEAD and the default branch with the working tree. With one argument, diff compares this folder, file or revision with the working tree. diff doesn't need API keys or environment variables.",
    words: {
      before: { argument: '[before]', empty: 'allowed' },
      after: { argument: '[after]', empty: 'allowed' },
    },
    flags: diffFlags,
    examples: ['belfry diff', 'belfry diff main', 'belfry diff v1.0 v1.1 --git --full'],
    variables: ['BELFRY_FILE_ROOTS', 'GITHUB_BASE_REF', 'CI_MERGE_REQUEST_DIFF_BASE_SHA'],
    topics: ['targets', 'files', 'output', 'pipelines'],
    load: async () => (await import('../operations/diff.ts')).diff,
    method: 'diff',
  }),
  compare: command({
    help: 'show what one target would change in another target',
    notes:
      'compare reads both targets and never writes. Fields with perTarget or a variable are listed separately: the manifests declare them differently on purpose.',
    words: {
      from: { argument: '<from>', about: 'The target whose resources are the desired state.' },
      to: { argument: '<to>', about: 'The target that is compared with these resources.' },
    },
    flags: compareFlags,
    examples: [
      'belfry compare Staging Production',
      'belfry compare Staging Production --declared --detailed-exitcode',
    ],
    variables: service,
    topics: ['targets', 'connection', 'output'],
    load: async () => (await import('../operations/compare.ts')).compare,
    method: 'compare',
  }),
  promote: command({
    help: 'declare resources of one target for another target',
    notes:
      'promote shows the changes of the manifests and the plan of the second target. promote never writes to the service. Instead of each secret, promote writes a variable that the second target must define.',
    words: {
      from: { argument: '<from>', empty: 'allowed' },
      to: { argument: '<to>', empty: 'allowed' },
    },
    flags: promoteFlags,
    examples: [
      'belfry promote Staging Production --only integration/ses-eu',
      'belfry promote Staging Production --only integration/ses-eu --write',
    ],
    variables: service,
    topics: ['files', 'secrets', 'output'],
    load: async () => (await import('../operations/promote.ts')).promote,
    method: 'promote',
  }),
  apply: command({
    help: 'make the changes that plan shows, then check with a new plan',
    words: {
      plan: {
        argument: '[plan]',
        help: 'saved plan, written by plan --out; belfry applies exactly this plan',
      },
    },
    flags: applyFlags,
    examples: [
      'belfry apply',
      'belfry apply plan.json',
      'belfry apply --yes -t Development --smoke smoke/deploy.yaml',
    ],
    variables: [...sealed, ...guarded, 'CI_MERGE_REQUEST_IID', 'CI_EXTERNAL_PULL_REQUEST_IID'],
    topics: ['targets', 'secrets', 'guards', 'exit-codes'],
    method: 'apply',
  }),
  failover: command({
    help: 'switch a channel to a standby integration, or switch back',
    words: { channel: { argument: '<channel>', help: 'email or sms' } },
    notes:
      'belfry activates the standby, sends a smoke trigger through it, and switches only if the standby delivered it. Exit codes: 0 switched, or nothing to do; 2 --if-failing without --yes found a failing provider; 4 refused; 5 not all requests are done; 6 a later read returned different values; 7 the smoke trigger failed, so belfry did not switch.',
    flags: failoverFlags,
    examples: [
      "belfry failover email -t Production --to ses-eu --reason 'SendGrid is down'",
      'belfry failover email -t Production --back',
      'belfry failover email -t Production --if-failing 20%/10m --yes',
    ],
    variables: [...service, ...guarded],
    topics: ['targets', 'guards', 'exit-codes'],
    method: 'failover',
  }),
  show: command({
    help: 'show a saved plan, or the journal of an apply',
    words: { file: { argument: '<file>', help: 'file that plan --out or apply --journal wrote' } },
    flags: showFlags,
    examples: [
      'belfry show plan.json',
      'belfry show plan.json --format markdown',
      'belfry show journal.ndjson',
    ],
    topics: ['files', 'output'],
  }),
  log: command({
    help: 'show from journals who changed which resource, and when',
    words: {
      files: {
        argument: '[path...]',
        help: 'journals that apply --journal wrote, and folders with journals (default: the journal of failovers)',
        isRequired: true,
      },
    },
    flags: logFlags,
    examples: ['belfry log', 'belfry log journals', 'belfry log journals --only integration/ses-eu'],
    topics: ['files', 'output'],
    load: async () => (await import('../operations/log.ts')).log,
    method: 'log',
  }),
}
