// The flags of the commands about what happened: trigger, events and messages.
import { Option, type Command } from 'commander'
import type {
  GetEventFlags,
  GetMessageFlags,
  ListEventsFlags,
  ListMessagesFlags,
  TriggerFlags,
} from './flags.ts'
import type { Io } from './io.ts'
import { collect, connected } from './options.ts'

/** Adds them to the program; `done` takes the exit code. */
export function addActivityCommands(program: Command, io: Io, done: (code: number) => void): void {
  addTrigger(program, io, done)
  addEvents(program, io, done)
  addMessages(program, io, done)
}

function addTrigger(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('trigger')
    .description('trigger a workflow, and say what the service answers')
    .argument('<workflow>', 'its trigger identifier')
    .option(
      '--to <recipient>',
      'a subscriber id, topic:KEY, key=value pairs, a JSON object, @file or - with several of these; repeatable',
      collect,
      [],
    )
    .option('--payload <json>', 'data for the workflow: a JSON object, @file or -')
    .option('--overrides <json>', 'settings of providers for this trigger: a JSON object, @file or -')
    .option('--actor <who>', 'who causes it: a subscriber id, a JSON object, @file or -')
    .option('--tenant <tenant>', 'its tenant: an identifier, a JSON object, @file or -')
    .option(
      '--context <key=value>',
      'its context: a pair, a JSON object of texts, @file or -; repeatable',
      collect,
      [],
    )
    .option('--transaction-id <id>', 'what it is known by; one that was used before is refused')
    .option('--create-recipients', "let the service create recipients that it doesn't know, for good")
    .option('--dry-run', 'show the request, and send nothing')
    .option('--wait', 'wait for what becomes of it, and say why where something went wrong')
    .option('--skip-delayed', 'with --wait: take steps for done that a digest or a delay holds back')
    .option(
      '--expect <what>',
      'what is to become of it, such as email=sent, sms=failed:provider or within=30s; waits; repeatable',
      collect,
      [],
    )
  onTarget(command, ['text', 'json'], '300; with --wait 60, and it limits the waiting too')
    .addHelpText(
      'after',
      '\nExit codes: 0 processed, and where it waits all is well; 4 refused, nothing was sent;\n7 another status, a step that failed, an expectation that is not met, or not over in time.\n',
    )
    .action(async (workflow: string, flags: TriggerFlags) =>
      done(await (await import('./commands/trigger.ts')).trigger(workflow, flags, io)),
    )
}

function addEvents(program: Command, io: Io, done: (code: number) => void): void {
  const events = program
    .command('events')
    .description('what became of triggers: list, or the timeline of one')
  const list = events
    .command('list')
    .description('list events, newest first')
    .option('--channel <type>', 'with a step of this type, such as email; repeatable', collect, [])
    .option('--template <id>', "of this workflow, by the service's own id; repeatable", collect, [])
    .option('--email <address>', 'to this address, or to a --subscriber; repeatable', collect, [])
    .option('--subscriber <id>', 'to this subscriber, or to an --email; repeatable', collect, [])
    .option('--transaction-id <id>', 'of this trigger')
    .option('--topic <key>', 'of this topic')
    .option('--after <time>', 'later than this, in ISO 8601')
    .option('--before <time>', 'earlier than this, in ISO 8601')
    .option('--search <text>', 'deprecated by the service: by subscriber or email; use the filters above')
  onTarget(paged(list), ['text', 'json', 'ndjson']).action(async (flags: ListEventsFlags) =>
    done(await (await import('./commands/events.ts')).listEvents(flags, io)),
  )
  const get = events
    .command('get')
    .description('show the timeline of one event')
    .argument('<id>', "the event's id, as events list shows it")
    .option('--explain', 'say why steps are not done, with the integration and its line in the manifests')
  onTarget(get, ['text', 'json']).action(async (id: string, flags: GetEventFlags) =>
    done(await (await import('./commands/events.ts')).getEvent(id, flags, io)),
  )
}

function addMessages(program: Command, io: Io, done: (code: number) => void): void {
  const messages = program
    .command('messages')
    .description('what each channel was given: list, or one message')
  const list = filtered(messages.command('list').description('list messages, newest first'))
  onTarget(paged(list), ['text', 'json', 'ndjson']).action(async (flags: ListMessagesFlags) =>
    done(await (await import('./commands/messages.ts')).listMessages(flags, io)),
  )
  const get = messages
    .command('get')
    .description('show one message; it is looked for in the list, which the filters make shorter')
    .argument('<id>', "the message's id, as messages list shows it")
    .option('--max <number>', 'how many messages to look through (default: 10000)')
  onTarget(filtered(get), ['text', 'json']).action(async (id: string, flags: GetMessageFlags) =>
    done(await (await import('./commands/messages.ts')).getMessage(id, flags, io)),
  )
}

function filtered(command: Command): Command {
  return command
    .option('--channel <channel>', 'of this channel, such as email')
    .option('--subscriber <id>', 'to this subscriber')
    .option('--transaction-id <id>', 'of this trigger; repeatable', collect, [])
    .option('--context-key <type:id>', 'with exactly these context keys; repeatable', collect, [])
}

function paged(command: Command): Command {
  return command
    .option('--page <number>', 'which page, counted from 0')
    .option('--limit <number>', "how many on a page; the service's default is 10")
    .option('--all', 'all pages')
    .option('--follow', 'go on with what is new and what changes, until it is interrupted')
    .option('--max <number>', 'with --all or --follow: how many at most (default: 10000, or no end)')
}

/** `timeout` is the default as help shows it. */
function onTarget(command: Command, formats: readonly string[], timeout: number | string = 300): Command {
  return connected(command, timeout)
    .addOption(new Option('--format <format>', 'how to write the result').choices(formats).default('text'))
    .option('--show-personal-data', 'mask nothing for being about a person, whatever `privacy` says')
    .option('--no-color', 'no colour')
    .option('-t, --target <name>', 'which target, where the project has several', collect, [])
    .option('--config <file>', 'the project file, instead of belfry.yaml found upwards')
    .option(
      '--file-root <folder>',
      'a folder outside the project that ${file:…} may read; repeatable',
      collect,
      [],
    )
}
