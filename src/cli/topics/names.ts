// The topics of `belfry help TOPIC`. Their texts are loaded only when one is shown.

/** Each with its summary in `belfry --help`, in this order. */
export const topics = {
  targets: 'select targets and resources',
  files: 'project file, manifests, limits, ledger, journal',
  secrets: 'references to secrets, redaction, fingerprints',
  connection: 'URL, API keys, rate limits, timeouts, proxies, TLS',
  output: 'formats, reports, colours, personal data',
  guards: 'checks that prevent unwanted changes',
  pipelines: 'plan on pull requests, apply after the merge',
  'exit-codes': 'what each exit code means',
  environment: 'all environment variables',
} as const

export type TopicName = keyof typeof topics

export const topicNames = Object.keys(topics) as readonly TopicName[]

export function isTopic(name: string): name is TopicName {
  return Object.hasOwn(topics, name)
}
