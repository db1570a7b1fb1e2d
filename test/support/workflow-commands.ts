// Reads a step's output as GitHub's runner does: a line that is a command acts, whatever printed it.

export interface WorkflowCommand {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly message: string
}

const known = new Set([
  'add-mask',
  'add-matcher',
  'add-path',
  'debug',
  'echo',
  'endgroup',
  'error',
  'group',
  'notice',
  'remove-matcher',
  'save-state',
  'set-env',
  'set-output',
  'stop-commands',
  'warning',
])

/** Those of both forms, `::name …::` at the start of a line and the older `##[name …]` anywhere in one. */
export function workflowCommands(output: string): readonly WorkflowCommand[] {
  const found: WorkflowCommand[] = []
  let until: string | undefined
  for (const line of output.split(/\r\n|\r|\n/)) {
    const command = commandIn(line, until)
    if (command === undefined) continue
    if (until !== undefined) until = undefined
    else if (command.name === 'stop-commands') until = command.message
    else found.push(command)
  }
  return found
}

function commandIn(line: string, until: string | undefined): WorkflowCommand | undefined {
  const [, second, secondRest, secondMessage] = /^\s*::([^\s:]+)(?: (.*?))?::(.*)$/.exec(line) ?? []
  const [, first, firstRest, firstMessage] = /##\[([^\s\]]+)(?: ([^\]]*))?\](.*)$/.exec(line) ?? []
  if (until !== undefined)
    return second === until || first === until ? { name: until, properties: {}, message: '' } : undefined
  if (second !== undefined && known.has(second)) return commandOf(second, secondRest, ',', secondMessage)
  if (first !== undefined && known.has(first)) return commandOf(first, firstRest, ';', firstMessage)
  return undefined
}

function commandOf(name: string, rest = '', separator: string, message = ''): WorkflowCommand {
  const properties = rest
    .split(separator)
    .filter((each) => each.includes('='))
    .map((each) => [each.slice(0, each.indexOf('=')), unescaped(each.slice(each.indexOf('=') + 1))] as const)
  return { name, properties: Object.fromEntries(properties), message: unescaped(message) }
}

function unescaped(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%')
}

/** What a file such as that of GITHUB_OUTPUT says, in both of its forms; what the runner refuses throws. */
export function fileCommands(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (line === '') continue
    const [, name, delimiter] = /^([^=]+?)<<(.+)$/.exec(line) ?? []
    if (name === undefined) {
      if (!line.includes('=')) throw new Error(`Invalid format '${line}'`)
      values[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1)
      continue
    }
    const end = lines.indexOf(delimiter ?? '', index + 1)
    if (end < 0) throw new Error(`Matching delimiter not found '${delimiter}'`)
    values[name] = lines.slice(index + 1, end).join('\n')
    index = end
  }
  return values
}
