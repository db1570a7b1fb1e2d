// The rows of commands that read the service, or trigger workflows: get, events, messages, doctor, audit, trigger and smoke.
import {
  getEventFlags,
  getMessageFlags,
  listEventsFlags,
  listMessagesFlags,
  smokeFlags,
  triggerFlags,
} from '../options/activity.ts'
import { getEnvironmentsFlags, getIntegrationsFlags, getSubscribersFlags } from '../options/get.ts'
import { auditFlags, doctorFlags } from '../options/service.ts'
import { command, guarded, sealed, service } from './row.ts'

const getGuide = { variables: service, topics: ['connection', 'output'], prints: 'items' } as const

const about =
  'Only resources with this name, where `*` matches any characters; or the subscriber with this ID.'

export const getRows = {
  'get environments': command({
    help: 'list the environments of the organisation',
    words: {
      name: {
        argument: '[name]',
        help: 'only environments with this name; * matches any characters',
        about,
      },
    },
    flags: getEnvironmentsFlags,
    examples: ['belfry get environments', "belfry get environments 'Dev*' --format json"],
    ...getGuide,
    load: async () => (await import('../listing/get.ts')).getEnvironments,
    method: 'get',
  }),
  'get integrations': command({
    help: 'list the integrations of one environment, with the manifest of each integration',
    words: {
      name: {
        argument: '[identifier]',
        help: 'only integrations with this identifier; * matches any characters',
        about,
      },
    },
    flags: getIntegrationsFlags,
    examples: [
      'belfry get integrations -t Production',
      'belfry get integrations mailgun-old -t Production --format yaml',
    ],
    ...getGuide,
    load: async () => (await import('../listing/get.ts')).getIntegrations,
    method: 'get',
  }),
  'get subscribers': command({
    help: 'search the subscribers of one environment',
    words: {
      id: { argument: '[id]', help: 'only the subscriber with exactly this ID', program: 'name', about },
    },
    flags: getSubscribersFlags,
    examples: [
      'belfry get subscribers ops-oncall -t Production',
      'belfry get subscribers --email @acme.example --all --format ndjson',
    ],
    ...getGuide,
    load: async () => (await import('../listing/get.ts')).getSubscribers,
    method: 'get',
    options: '`limit`, `all` and `max` are for subscribers.',
  }),
  'events list': command({
    help: 'list events, newest first',
    flags: listEventsFlags,
    examples: [
      'belfry events list -t Production --subscriber ops-oncall',
      'belfry events list --follow',
      'belfry events list --after 2026-01-31 --all --format ndjson',
    ],
    ...getGuide,
    load: async () => (await import('../listing/events.ts')).listEvents,
    method: 'events',
    options: 'Of several filters, all must match.',
  }),
  'events get': command({
    help: 'show the timeline of one event',
    words: { id: { argument: '<id>', help: 'event ID from the output of events list' } },
    flags: getEventFlags,
    examples: [
      'belfry events get 6b0000080000000000000001 -t Production',
      'belfry events get 6b0000080000000000000001 --explain',
    ],
    ...getGuide,
    load: async () => (await import('../listing/events.ts')).getEvent,
  }),
  'messages list': command({
    help: 'list messages, newest first',
    flags: listMessagesFlags,
    examples: [
      'belfry messages list -t Production --channel email',
      'belfry messages list --transaction-id txn-0001 --format json',
    ],
    ...getGuide,
    load: async () => (await import('../listing/messages.ts')).listMessages,
    method: 'messages',
    options: 'Of several filters, all must match.',
  }),
  'messages get': command({
    help: 'show one message',
    notes: 'belfry searches the list of messages. Filters make the search shorter.',
    words: { id: { argument: '<id>', help: 'message ID from the output of messages list' } },
    flags: getMessageFlags,
    examples: [
      'belfry messages get 6b0000090000000000000001',
      'belfry messages get 6b0000090000000000000001 --subscriber ops-oncall',
    ],
    ...getGuide,
    load: async () => (await import('../listing/messages.ts')).getMessage,
  }),
  doctor: command({
    help: 'check service URL, API keys, environments and manifests',
    notes:
      "Exit codes: 0 if there is no problem, 3 if a problem would stop apply. doctor doesn't write to the service. plan shows what an apply would change, and what would stop the apply.",
    flags: doctorFlags,
    examples: ['belfry doctor', 'belfry doctor -t Production --format json'],
    variables: sealed,
    topics: ['connection', 'secrets', 'guards'],
    load: async () => (await import('../operations/doctor.ts')).doctor,
    method: 'doctor',
  }),
  audit: command({
    help: 'list what is wrong with subscribers and integrations',
    notes:
      "Exit codes: 0 also if there are findings; 2 if a finding has a rule of --fail-on, or if `rules` in the project file makes it an error. audit doesn't write to the service.",
    flags: auditFlags,
    examples: ['belfry audit -t Production', "belfry audit --fail-on 'shared-*' --report sarif=audit.sarif"],
    variables: [...service, 'BELFRY_FINGERPRINT_KEY'],
    topics: ['connection', 'output', 'exit-codes'],
    load: async () => (await import('../operations/audit.ts')).audit,
    prints: 'findings',
    method: 'audit',
  }),
}

export const triggerRows = {
  trigger: command({
    help: 'trigger a workflow, and show the reply of the service',
    words: { workflow: { argument: '<workflow>', help: 'trigger identifier of the workflow' } },
    notes:
      'Exit codes: 0 the trigger was processed and, with --wait, all results are as expected; 4 belfry refused to send the trigger; 7 the status is not "processed", a step failed, an expectation is not met, or the wait timed out.',
    flags: triggerFlags,
    examples: [
      'belfry trigger app-update --to ops -t Production --payload \'{"version": 2}\'',
      'belfry trigger app-update --to topic:staff --dry-run',
      'belfry trigger app-update --to ops-oncall --expect email=sent',
    ],
    variables: [...service, ...guarded],
    topics: ['connection', 'output', 'exit-codes'],
    method: 'trigger',
  }),
  smoke: command({
    help: 'trigger the cases of smoke suites, and check the results',
    notes:
      "Without files, belfry runs the suites of the project. Exit codes: 0 all results are as expected; 7 a result is not as expected; 4 a recipient is not allowed; 5 belfry doesn't know whether the service accepted a trigger.",
    words: {
      suites: {
        argument: '[files...]',
        about: 'The files of the suites. By default the suites of the project file.',
        selects: true,
      },
    },
    flags: smokeFlags,
    examples: [
      'belfry smoke',
      'belfry smoke smoke/deploy.yaml -t Development',
      'belfry smoke --filter tag:quick --report junit=smoke.xml',
    ],
    variables: [...service, ...guarded],
    topics: ['files', 'connection', 'output', 'exit-codes'],
    load: async () => (await import('../operations/smoke.ts')).smoke,
    method: 'smoke',
  }),
}
