// The YAML language server that editors start, in a process of its own and driven over its protocol on stdin and stdout.
import { spawn } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface Diagnostic {
  readonly message: string
  readonly range: { readonly start: Place }
}

export interface Place {
  readonly line: number
  readonly character: number
}

export interface Completion {
  readonly label: string
  readonly insertText?: string
  readonly documentation?: string | { readonly value: string }
}

/** A document in the editor. `|` in its text is the cursor, and is left out. */
export interface OpenFile {
  /** The problems that the editor underlines, as `LINE: MESSAGE`. */
  problems(): Promise<readonly string[]>
  completions(): Promise<readonly Completion[]>
  /** The text that the editor shows beside the mouse; empty for none. */
  hover(): Promise<string>
}

export interface LanguageServer {
  /** `file` need not exist: the server gets the text. */
  open(file: string, text: string): OpenFile
  close(): Promise<void>
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

const program = fileURLToPath(import.meta.resolve('yaml-language-server/bin/yaml-language-server'))

/** Without a catalogue of schemas from the internet. `schemas` as the setting `yaml.schemas` of an editor. */
export async function startLanguageServer(
  root: string,
  schemas: Readonly<Record<string, string>> = {},
): Promise<LanguageServer> {
  const server = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (message: Message) => void>()
  const published = new Map<string, (found: readonly Diagnostic[]) => void>()
  const settings: Readonly<Record<string, unknown>> = {
    yaml: {
      schemas,
      schemaStore: { enable: false },
      kubernetesCRDStore: { enable: false },
      validate: true,
      hover: true,
      completion: true,
    },
  }
  let count = 0

  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  const notify = (method: string, params: unknown): void => send({ method, params })
  const ask = async <T>(method: string, params: unknown): Promise<T> => {
    const id = (count += 1)
    const reply = new Promise<Message>((done) => waiting.set(id, done))
    send({ id, method, params })
    const { result, error } = await reply
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result as T
  }
  const answer = ({ id, method, params }: Message): void => {
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as { uri: string; diagnostics: readonly Diagnostic[] }
      published.get(uri)?.(diagnostics)
    } else if (method === 'workspace/configuration') {
      const { items } = params as { items: readonly { section: string }[] }
      send({ id, result: items.map(({ section }) => settings[section] ?? null) })
    } else if (id !== undefined) send({ id, result: null })
  }
  const receive = (message: Message): void => {
    if (message.method !== undefined) return answer(message)
    const done = waiting.get(message.id ?? -1)
    waiting.delete(message.id ?? -1)
    done?.(message)
  }

  let rest = Buffer.alloc(0)
  server.stdout.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const end = rest.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, end).toString())?.[1])
      if (end < 0 || rest.length < end + 4 + length) return
      receive(JSON.parse(rest.subarray(end + 4, end + 4 + length).toString()) as Message)
      rest = rest.subarray(end + 4 + length)
    }
  })

  await ask('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: 'project' }],
    capabilities: {
      workspace: { configuration: true },
      textDocument: { completion: { completionItem: { documentationFormat: ['markdown', 'plaintext'] } } },
    },
  })
  notify('initialized', {})
  notify('workspace/didChangeConfiguration', { settings })

  return {
    open: (file, marked) => {
      const uri = pathToFileURL(file).href
      const cursor = marked.indexOf('|')
      const text = cursor < 0 ? marked : marked.slice(0, cursor) + marked.slice(cursor + 1)
      const before = marked.slice(0, Math.max(cursor, 0)).split('\n')
      const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
      const diagnostics = new Promise<readonly Diagnostic[]>((done) => published.set(uri, done))
      notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } })
      const at = { textDocument: { uri }, position }
      return {
        problems: async () =>
          (await diagnostics).map(({ message, range }) => `${range.start.line + 1}: ${message}`),
        completions: async () => {
          const found = await ask<{ items: readonly Completion[] } | null>('textDocument/completion', at)
          return found?.items ?? []
        },
        hover: async () => {
          const found = await ask<{ contents: { value: string } } | null>('textDocument/hover', at)
          return found?.contents.value ?? ''
        },
      }
    },
    close: async () => {
      const ended = new Promise((done) => server.once('exit', done))
      await ask('shutdown', null)
      notify('exit', null)
      await ended
    },
  }
}
