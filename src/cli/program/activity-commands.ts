// The rows of commands that look into the service, or trigger workflows: get, events, messages, doctor, trigger and smoke.
import {
  getEventFlags,
  getMessageFlags,
  listEventsFlags,
  listMessagesFlags,
  smokeFlags,
  triggerFlags,
} from '../../library/options/activity.ts'
import { getFlags, getSubscribersFlags } from '../../library/options/get.ts'
import { auditFlags, doctorFlags } from '../../library/options/plan.ts'
import * as operations from '../../library/operations.ts'
import { command, group, under, type Listed } from './command.ts'
import type { Headed } from './help.ts'
import { sealed, service } from './variables.ts'

const lookGuide = { variables: service, topics: ['connection', 'output'] } as const

export const activityCommands: readonly (Listed & Headed)[] = [
  ...under('Look into the service', [
    group(
      'get',
      'show environments, integrations or subscribers',
      {
        examples: ['belfry get integrations -t Production', 'belfry get subscribers --email @acme.example'],
        topics: ['targets', 'connection', 'output'],
      },
      [
        command({
          name: 'environments',
          help: 'list the environments of the organisation',
          argument: ['[name]', 'only environments with this name; * matches any characters'],
          flags: getFlags,
          examples: ['belfry get environments', "belfry get environments 'Dev*' --format json"],
          ...lookGuide,
          listing: (flags, run, [name]) => operations.getEnvironments({ ...flags, name }, run),
        }),
        command({
          name: 'integrations',
          help: 'list the integrations of one environment, with the manifest of each integration',
          argument: ['[identifier]', 'only integrations with this identifier; * matches any characters'],
          flags: getFlags,
          examples: [
            'belfry get integrations -t Production',
            'belfry get integrations mailgun-old -t Production --format yaml',
          ],
          ...lookGuide,
          listing: (flags, run, [name]) => operations.getIntegrations({ ...flags, name }, run),
        }),
        command({
          name: 'subscribers',
          help: 'search the subscribers of one environment',
          argument: ['[id]', 'only the subscriber with exactly this ID'],
          flags: getSubscribersFlags,
          examples: [
            'belfry get subscribers ops-oncall -t Production',
            'belfry get subscribers --email @acme.example --all --format ndjson',
          ],
          ...lookGuide,
          listing: (flags, run, [id]) => operations.getSubscribers({ ...flags, id }, run),
        }),
      ],
    ),
    group(
      'events',
      'show the results of triggers',
      {
        examples: [
          'belfry events list -t Production',
          'belfry events get 6b0000080000000000000001 --explain',
        ],
        topics: ['connection', 'output'],
      },
      [
        command({
          name: 'list',
          help: 'list events, newest first',
          flags: listEventsFlags,
          examples: [
            'belfry events list -t Production --subscriber ops-oncall',
            'belfry events list --follow',
            'belfry events list --after 2026-01-31 --all --format ndjson',
          ],
          ...lookGuide,
          listing: operations.listEvents,
        }),
        command({
          name: 'get',
          help: 'show the timeline of one event',
          argument: ['<id>', 'event ID from the output of events list'],
          flags: getEventFlags,
          examples: [
            'belfry events get 6b0000080000000000000001 -t Production',
            'belfry events get 6b0000080000000000000001 --explain',
          ],
          ...lookGuide,
          listing: (flags, run, [id = '']) => operations.getEvent({ ...flags, id }, run),
        }),
      ],
    ),
    group(
      'messages',
      'show the messages of each channel',
      {
        examples: [
          'belfry messages list --channel email',
          'belfry messages get 6b0000090000000000000001 -t Production',
        ],
        topics: ['connection', 'output'],
      },
      [
        command({
          name: 'list',
          help: 'list messages, newest first',
          flags: listMessagesFlags,
          examples: [
            'belfry messages list -t Production --channel email',
            'belfry messages list --transaction-id txn-0001 --format json',
          ],
          ...lookGuide,
          listing: operations.listMessages,
        }),
        command({
          name: 'get',
          help: 'show one message',
          notes: 'belfry searches the list of messages. Filters make the search shorter.',
          argument: ['<id>', 'message ID from the output of messages list'],
          flags: getMessageFlags,
          examples: [
            'belfry messages get 6b0000090000000000000001',
            'belfry messages get 6b0000090000000000000001 --subscriber ops-oncall',
          ],
          ...lookGuide,
          listing: (flags, run, [id = '']) => operations.getMessage({ ...flags, id }, run),
        }),
      ],
    ),
    command({
      name: 'doctor',
      help: 'check service URL, API keys, environments and manifests',
      notes:
        "Exit codes: 0 if there is no problem, 3 if a problem would stop apply. doctor doesn't write to the service. plan shows what an apply would change, and what would stop the apply.",
      flags: doctorFlags,
      examples: ['belfry doctor', 'belfry doctor -t Production --format json'],
      variables: sealed,
      topics: ['connection', 'secrets', 'guards'],
      operation: operations.doctor,
    }),
    command({
      name: 'audit',
      help: 'list what is wrong with subscribers and integrations',
      notes:
        "Exit codes: 0 also if there are findings; 2 if a finding has a rule of --fail-on, or if `rules` in the project file makes it an error. audit doesn't write to the service.",
      flags: auditFlags,
      examples: [
        'belfry audit -t Production',
        "belfry audit --fail-on 'shared-*' --report sarif=audit.sarif",
      ],
      variables: [...service, 'BELFRY_FINGERPRINT_KEY'],
      topics: ['connection', 'output', 'exit-codes'],
      listing: operations.audit,
    }),
  ]),
  ...under('Trigger and test', [
    command({
      name: 'trigger',
      help: 'trigger a workflow, and show the reply of the service',
      argument: ['<workflow>', 'trigger identifier of the workflow'],
      notes:
        'Exit codes: 0 the trigger was processed and, with --wait, all results are as expected; 4 belfry refused to send the trigger; 7 the status is not "processed", a step failed, an expectation is not met, or the wait timed out.',
      flags: triggerFlags,
      examples: [
        'belfry trigger app-update --to ops -t Production --payload \'{"version": 2}\'',
        'belfry trigger app-update --to topic:staff --dry-run',
        'belfry trigger app-update --to ops-oncall --expect email=sent',
      ],
      variables: service,
      topics: ['connection', 'output', 'exit-codes'],
      load: async () => (await import('../commands/trigger.ts')).trigger,
    }),
    command({
      name: 'smoke [files...]',
      help: 'trigger the cases of smoke suites, and check the results',
      notes:
        "Without files, belfry runs the suites of the project. Exit codes: 0 all results are as expected; 7 a result is not as expected; 4 a recipient is not allowed; 5 belfry doesn't know whether the service accepted a trigger.",
      flags: smokeFlags,
      examples: [
        'belfry smoke',
        'belfry smoke smoke/deploy.yaml -t Development',
        'belfry smoke --filter tag:quick --report junit=smoke.xml',
      ],
      variables: service,
      topics: ['files', 'connection', 'output', 'exit-codes'],
      load: async () => (await import('../commands/smoke.ts')).smoke,
    }),
  ]),
]
