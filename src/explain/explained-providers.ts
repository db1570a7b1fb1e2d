// Explanations of providers: their credentials from the catalogue, which of them are secret, and a manifest to copy.
import { present } from '../core/given.ts'
import { catalogueProviders, providerIds, type Provider } from '../kinds/providers.ts'
import { credentialMeaning } from '../kinds/integration/credential-texts.ts'
import { integration } from '../kinds/integration/integration.ts'
import type { Entry, Explained } from './explained.ts'
import { fieldAt } from './fields/all-fields.ts'
import { isSecretAt } from '../kinds/from-field-rows.ts'

export function explainedProviders(): readonly Explained[] {
  return catalogueProviders.map(explainedProvider)
}

export function explainedProvider(provider: Provider): Explained {
  const { providerId, channel, displayName, required, optional } = provider
  const isOwn = providerId.startsWith('novu')
  const entries = [
    ...required.map((key) => credential(key, true)),
    ...optional.map((key) => credential(key, false)),
  ]
  return {
    sort: 'provider',
    name: providerId,
    summary: `${displayName}, a provider for the channel ${channel}.`,
    facts: {
      Channel: channel,
      Required: required.length === 0 ? 'no credentials' : required.join(', '),
      ...(optional.length > 0 && { Optional: optional.join(', ') }),
    },
    text: present(
      isOwn &&
        `The service itself is the provider. \`${providerId.replace('novu', 'svc')}\` is an alias of this provider ID.`,
      required.length > 0 &&
        'An active integration needs all required credentials. The required credentials are those that the form in the dashboard requires.',
    ),
    examples: [{ kind: 'good', language: 'yaml', text: manifestOf(provider) }],
    parts: entries.length === 0 ? [] : [{ title: 'Credentials', entries }],
  }
}

/** The vendor publishes only the ID. */
export function providerWithoutForm(name: string): Explained | undefined {
  if (!providerIds.includes(name)) return undefined
  return {
    sort: 'provider',
    name,
    summary: `The provider ${name} of newer releases of the service.`,
    facts: {},
    text: ["belfry knows neither its channel nor its credentials, so it doesn't check them."],
    examples: [],
    parts: [],
  }
}

function credential(key: string, isRequired: boolean): Entry {
  return {
    name: key,
    summary: meaning(key),
    notes: [isRequired ? 'required' : 'optional', ...(isSecret(key) ? ['secret'] : [])],
  }
}

/** Without the providers that need it, which descriptions of fields end with. */
function meaning(key: string): string {
  const description = fieldAt(`integration.credentials.${key}`)?.description ?? credentialMeaning(key)
  return /^.*?[.](?= [A-Z]|$)/.exec(description)?.[0] ?? description
}

function isSecret(key: string): boolean {
  return isSecretAt(integration, ['credentials', key])
}

function manifestOf({ providerId, channel, required }: Provider): string {
  const name = providerId.toUpperCase().replaceAll('-', '_')
  const values = required.map((key) => `      ${key}: ${valueOf(key, name, channel)}\n`)
  return [
    'integrations:\n',
    ...(channel === 'in_app' ? [] : [`  - identifier: ${providerId}-main\n`]),
    `  ${channel === 'in_app' ? '-' : ' '} providerId: ${providerId}\n`,
    `    channel: ${channel}\n`,
    '    active: true\n',
    ...(values.length === 0 ? [] : ['    credentials:\n', ...values]),
  ].join('')
}

const samples: Readonly<Record<string, string>> = {
  from: 'hello@acme.example',
  senderName: 'Acme',
  domain: 'mail.acme.example',
  host: 'smtp.acme.example',
  port: '587',
  region: 'eu-west-1',
}

function valueOf(key: string, provider: string, channel: string): string {
  const words = key.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
  if (fieldAt(`integration.credentials.${key}`)?.type === 'boolean') return 'true'
  if (key === 'from' && channel === 'sms') return "'+15550100'"
  return isSecret(key) ? `\${env:${provider}_${words}}` : (samples[key] ?? 'acme')
}
