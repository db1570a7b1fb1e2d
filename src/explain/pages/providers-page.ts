// docs/reference/providers.md: the providers by channel, with their credentials.
import { grouped } from '../../core/grouped.ts'
import type { Entry, Explained } from '../explained.ts'
import { explainedProviders } from '../providers.ts'
import { code, exampleBlock, page, table } from './markdown.ts'

const titles: Readonly<Record<string, string>> = {
  email: 'Email',
  sms: 'SMS',
  chat: 'Chat',
  push: 'Push',
  in_app: 'In-app',
}

export function providersPage(): string {
  const providers = explainedProviders()
  const credentials = new Map(providers.flatMap(credentialsOf).map((each) => [each.name, each]))
  const sample = providers.find(({ name }) => name === 'sendgrid')?.examples[0]
  return page(
    'Providers and credentials',
    'This page lists the providers that belfry knows, and the credentials of each provider. `belfry explain provider/ID` prints an example manifest for one provider.',
    [
      'An active integration needs all required credentials. The required credentials are those that the form in the dashboard requires. Secret credentials are marked with _(secret)_. Manifests contain references to secret credentials, and belfry never prints the values. In a provider ID that begins with `novu`, you can write `svc` instead, such as `svc-slack` for `novu-slack`.',
      ...(sample === undefined ? [] : [exampleBlock(sample)]),
      ...[...grouped(providers, ({ facts }) => facts['Channel'] ?? '')].flatMap(([channel, each]) => [
        `## ${titles[channel] ?? channel}`,
        table(
          ['ID', 'Name', 'Required credentials', 'Optional credentials'],
          each.map((provider) => [
            code(provider.name),
            provider.summary.replace(/, a provider for .*$/, ''),
            cellOf(provider, 'required'),
            cellOf(provider, 'optional'),
          ]),
        ),
      ]),
      '## Meaning of each credential',
      table(
        ['Credential', 'Secret', 'Description'],
        [...credentials.values()]
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map((entry) => [code(entry.name), isSecret(entry) ? 'yes' : 'no', entry.summary]),
      ),
    ],
  )
}

function credentialsOf({ parts }: Explained): readonly Entry[] {
  return parts.flatMap(({ entries }) => entries)
}

function cellOf(provider: Explained, note: 'required' | 'optional'): string {
  return credentialsOf(provider)
    .filter(({ notes = [] }) => notes.includes(note))
    .map((entry) => `${code(entry.name)}${isSecret(entry) ? ' _(secret)_' : ''}`)
    .join(', ')
}

function isSecret({ notes = [] }: Entry): boolean {
  return notes.includes('secret')
}
