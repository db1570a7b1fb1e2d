// Secrets that nobody could print by chance, one for each place that a secret can stand in.
import { textChannelCredentials } from '../../src/kinds/subscriber/fields.ts'
import { textCredentials } from '../../src/kinds/integration/credential-texts.ts'
import { integration } from '../../src/kinds/integration/integration.ts'
import { subscriber } from '../../src/kinds/subscriber/subscriber.ts'
import type { Seed } from '../../src/sandbox/index.ts'
import { isSecretAt } from '../../src/kinds/from-field-rows.ts'

/** Escapes differently in JSON, in a URL and in base64, and has no meaning in YAML's double quotes. */
export function canary(name: string): string {
  return `canary-${name}-"\\/+é`
}

/** Of characters that a header takes. */
export const apiKeys = {
  DEVELOPMENT_KEY: 'canary-key-of-development',
  PRODUCTION_KEY: 'canary-key-of-production',
}

const credentialKeys = [...textCredentials, 'keyOfTomorrow'].filter((key) =>
  isSecretAt(integration, ['credentials', key]),
)
const channelKeys = textChannelCredentials.filter((key) =>
  isSecretAt(subscriber, ['channels', 'credentials', key]),
)

/** Environment variables, by name, and what is in them. */
export const fromEnvironment: Readonly<Record<string, string>> = Object.fromEntries([
  ...credentialKeys.map((key) => [`CREDENTIAL_${key}`, canary(`env-${key}`)] as const),
  ...channelKeys.map((key) => [`CHANNEL_${key}`, canary(`env-channel-${key}`)] as const),
  ['TLS', canary('env-tls')],
  ['SIGNING_KEY', canary('env-signing-key')],
  ['TOKEN_ONE', canary('env-token-one')],
  ['TOKEN_TWO', canary('env-token-two')],
  ['PART', canary('env-part')],
  ['VARIABLE', canary('env-variable')],
  ['OF_COMMAND', canary('of-command')],
  ['SENDER', canary('env-sender')],
  ['FIRST_NAME', canary('env-first-name')],
  ['EMAIL', 'canary-env-email@acme.example'],
  ['CONDITION', canary('env-condition')],
  ['DATA', canary('env-data')],
  ['DOMAIN', 'canary-env-domain.acme.example'],
  ['BRIDGE', 'https://acme.example/canary-env-bridge'],
])

/** What the commands are run with: the secret command prints the value of OF_COMMAND. */
export const environment: Readonly<Record<string, string>> = {
  ...fromEnvironment,
  ...apiKeys,
  BELFRY_SECRET_COMMAND: `/bin/sh -c 'printf %s "$OF_COMMAND"' {}`,
}

const fromFile = canary('file')
const literals = {
  apiKey: canary('literal'),
  webhookUrl: canary('literal-webhook'),
  token: canary('literal-token'),
}

/** Every secret of the manifests: each has to arrive at the service. */
export const sent: readonly string[] = [
  ...Object.values(fromEnvironment),
  fromFile,
  ...Object.values(literals),
]

export const live = {
  credentials: canary('live-credential'),
  unmanaged: canary('live-unmanaged'),
  configurations: canary('live-signing-key'),
  webhookUrl: canary('live-webhook'),
  deviceToken: canary('live-token'),
  firstName: canary('live-first-name'),
  data: canary('live-data'),
  condition: canary('live-condition'),
}

/** What a service may have been sent, or have shown of what is to be changed, by the time it answers a write. */
export const echoed: readonly string[] = [
  ...sent,
  ...Object.values(apiKeys),
  live.credentials,
  live.webhookUrl,
  live.firstName,
  live.data,
  live.condition,
]

/** What is known of before anything is read. */
export const echoedAtOnce: readonly string[] = [
  ...Object.values(fromEnvironment),
  fromFile,
  ...Object.values(apiKeys),
]

/** Everything that may stand nowhere. */
export const all: readonly string[] = [...sent, ...Object.values(apiKeys), ...Object.values(live)]

/** Without what the service knows of a person. */
export const notOfPersons: readonly string[] = all.filter(
  (each) => each !== live.firstName && each !== live.data,
)

const quoted = JSON.stringify

export const files: Readonly<Record<string, string>> = {
  'belfry.yaml': `service: { url: '\${env:BELFRY_URL}' }
variables: { hidden: '\${env:VARIABLE}' }
targets:
  Development: { apiKey: '\${env:DEVELOPMENT_KEY}' }
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
rules: { unknown-credential: off, near-miss-credential: off, foreign-credential: off, missing-credentials: off, literal-secret: off, unknown-integration: off }
`,
  'secrets/sms.key': `${fromFile}\n`,
  // No suite of the project: only belfry smoke reads it.
  'smoke/all.yaml': `targets: [Production]
workflow: order-shipped
to: ops-oncall
timeout: 1s
primary: { email: everything }
cases:
  - name: secrets in a payload
    payload: { order: '\${env:DATA}', hidden: '\${var:hidden}', key: '\${file:secrets/sms.key}' }
    overrides: { providers: { nodemailer: { password: '\${env:TLS}' } } }
    expect: { email: { outcome: sent, provider: nodemailer }, sms: sent, within: 30s }
`,
  'manifests/all.yaml': `environments:
  - name: Canaries
    color: '#ffff00'
    dns: { inboundParseDomain: '\${env:DOMAIN}' }
    bridge: { url: '\${env:BRIDGE}' }
integrations:
  - identifier: everything
    providerId: nodemailer
    channel: email
    targets: [Production]
    credentials:
      from: \${env:SENDER}
      tlsOptions: { ca: '\${env:TLS}', key: '\${secret:vault/canary}', depth: 1 }
${credentialKeys.map((key) => `      ${key}: \${env:CREDENTIAL_${key}}`).join('\n')}
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: '\${env:SIGNING_KEY}' }
  - identifier: existing
    providerId: twilio
    channel: sms
    targets: [Production]
    credentials: { token: '\${file:secrets/sms.key}', accountSid: '\${var:hidden}', user: 'me:\${env:PART}', apiKey: ${quoted(literals.apiKey)} }
    conditions:
      - type: GROUP
        isNegated: false
        value: AND
        children: [{ on: subscriber, field: data.pin, operator: EQUAL, value: '\${env:CONDITION}' }]
subscribers:
  - subscriberId: ops-oncall
    targets: [Production]
    firstName: \${env:FIRST_NAME}
    email: \${env:EMAIL}
    data: { pin: '\${env:DATA}' }
    channels:
      - providerId: grafana-on-call
        integrationIdentifier: pager
        credentials:
          deviceTokens: ['\${env:TOKEN_ONE}', '\${env:TOKEN_TWO}', ${quoted(literals.token)}]
${channelKeys.map((key) => `          ${key}: \${env:CHANNEL_${key}}`).join('\n')}
      - providerId: slack
        integrationIdentifier: slack-ops
        credentials: { webhookUrl: ${quoted(literals.webhookUrl)} }
`,
}

export const seed: Seed = {
  environments: [
    { name: 'Development', type: 'dev', identifier: 'dev', apiKey: apiKeys.DEVELOPMENT_KEY },
    { name: 'Production', type: 'prod', identifier: 'prd', apiKey: apiKeys.PRODUCTION_KEY },
  ],
  integrations: [
    {
      environment: 'Production',
      identifier: 'existing',
      providerId: 'twilio',
      channel: 'sms',
      credentials: { token: live.credentials, secretKey: live.credentials },
      configurations: { inboundWebhookSigningKey: live.configurations },
      conditions: [
        {
          type: 'GROUP',
          isNegated: false,
          value: 'AND',
          children: [{ on: 'subscriber', field: 'data.pin', operator: 'EQUAL', value: live.condition }],
        },
      ],
    },
    {
      environment: 'Production',
      identifier: 'unmanaged',
      providerId: 'twilio',
      channel: 'sms',
      // All that a failover to it requires.
      credentials: { accountSid: live.unmanaged, token: live.unmanaged, from: '+15550100' },
    },
    {
      environment: 'Production',
      identifier: 'pager',
      providerId: 'grafana-on-call',
      channel: 'chat',
      active: true,
    },
    {
      environment: 'Production',
      identifier: 'slack-ops',
      providerId: 'slack',
      channel: 'chat',
      active: true,
    },
  ],
  subscribers: [
    {
      environment: 'Production',
      subscriberId: 'ops-oncall',
      // What a variable held before it was changed.
      firstName: live.firstName,
      data: { pin: live.data },
      channels: [
        {
          providerId: 'slack',
          integrationIdentifier: 'slack-ops',
          credentials: { webhookUrl: live.webhookUrl, deviceTokens: [live.deviceToken] },
        },
      ],
    },
  ],
}

const known = new Map<string, readonly string[]>()

/** Which of them stand in a text: as they are, as JSON, in a URL, in base64 or hexadecimal digits. */
export function leaksIn(text: string, secrets: readonly string[] = all): string[] {
  return secrets.filter((secret) => {
    const forms = known.get(secret) ?? formsOf(secret)
    known.set(secret, forms)
    return forms.some((form) => text.includes(form))
  })
}

function formsOf(secret: string): string[] {
  const inside = quoted(secret).slice(1, -1)
  return [
    secret,
    inside,
    // JSON inside JSON, as a service quotes what it was sent.
    quoted(inside).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    ...[0, 1, 2].flatMap((before) => base64Of(secret, before)),
  ]
}

/** The middle of it, wherever it begins in what is encoded. */
function base64Of(secret: string, before: number): string[] {
  const text = Buffer.from('x'.repeat(before) + secret)
    .toString('base64')
    .slice(4, -8)
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')]
}
