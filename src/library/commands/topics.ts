// The topics of `belfry help TOPIC`: each is a section of a page of the manual that ships with the package.

interface Topic {
  /** The summary in `belfry --help`. */
  readonly help: string
  /** A page in `docs`; by default command-line.md. */
  readonly page?: string
  readonly heading: string
}

/** In the order of `belfry --help`. */
export const topics = {
  targets: { help: 'select targets and resources', heading: 'Targets and resources' },
  files: { help: 'project file, manifests, limits, ledger, journal', heading: 'Files' },
  secrets: { help: 'references to secrets, redaction, fingerprints', heading: 'Secrets' },
  connection: { help: 'URL, API keys, rate limits, timeouts, proxies, TLS', heading: 'Connection' },
  output: { help: 'formats, reports, colours, personal data', heading: 'Output' },
  guards: { help: 'checks that prevent unwanted changes', heading: 'Guards' },
  pipelines: { help: 'plan on pull requests, apply after the merge', heading: 'Pipelines' },
  'exit-codes': { help: 'what each exit code means', page: 'reference/rules.md', heading: 'Exit codes' },
  environment: { help: 'all environment variables', heading: 'Environment variables' },
} as const satisfies Readonly<Record<string, Topic>>

export type TopicName = keyof typeof topics

export const topicNames = Object.keys(topics) as readonly TopicName[]

export function isTopic(name: string): name is TopicName {
  return Object.hasOwn(topics, name)
}

export function topicNamed(name: TopicName): Required<Topic> {
  return { page: 'command-line.md', ...topics[name] }
}
