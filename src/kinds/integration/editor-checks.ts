// What editors check in an integration: its provider decides which credentials are completed, required and refused.
import { z } from 'zod'
import { grouped } from '../../core/lists.ts'
import { spellingsOf } from '../../core/vendor.ts'
import { listText } from '../../core/words.ts'
import { conditional, written, type JsonSchema } from '../form.ts'
import type { EditorChecks } from '../kind.ts'
import { catalogueProviders, credentialKeysOf, providerIds, type Provider } from '../providers.ts'
import { credentialMeaning } from './credential-texts.ts'
import { credentialFields } from './fields.ts'

/** Stricter than `validate` in one place: `validate` only warns of an active integration without required credentials. */
export function editorChecks(): EditorChecks {
  const names = [...new Set(catalogueProviders.flatMap(credentialKeysOf))]
  // Many providers have the same credentials.
  const groups = [
    ...grouped(catalogueProviders, ({ required, optional }) => JSON.stringify([required, optional])).values(),
  ]
  return {
    checks: [ref('providerCredentials'), ref('providerChannel')],
    definitions: {
      providerCredentials: conditional(
        { allOf: [inEachTarget('providerId'), isOneOf(providerIds)] },
        { allOf: groups.map(checkOf) },
        { properties: { providerId: unknownProvider(), ...everywhere('anyCredentials') } },
      ),
      providerChannel: conditional(inEachTarget('providerId', 'channel'), {
        allOf: [...grouped(catalogueProviders, ({ channel }) => channel).values()].map(channelOf),
      }),
      // Each target can add credentials.
      isActive: {
        anyOf: [
          { required: ['active'], properties: { active: { const: true } } },
          { required: ['primary'], properties: { primary: { const: true } } },
        ],
        not: { required: ['perTarget'] },
      },
      anyCredentials: { properties: propertiesOf(names) },
      credentialName: { enum: names },
      unknownCredential: {
        deprecationMessage: "belfry doesn't know this credential, and sends it unchanged.",
      },
      ...Object.fromEntries(groups.flatMap(([provider]) => (provider ? [definitionOf(provider)] : []))),
    },
  }
}

/** No target has other values of the fields. For a target with another provider, the credentials of both are merged. */
function inEachTarget(...fields: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field, false]))
  return { properties: { perTarget: { additionalProperties: { properties } } } }
}

/** A pattern, because during completion editors accept the beginning of a constant as the constant. */
function isOneOf(ids: readonly string[]): JsonSchema {
  const providerId = { type: 'string', pattern: `^(?:${ids.join('|')})$` }
  return { required: ['providerId'], properties: { providerId } }
}

function unknownProvider(): JsonSchema {
  const known = conditional(
    { type: 'string', pattern: `^(?!(?:${providerIds.join('|')})$)[^$]*$` },
    { deprecationMessage: "belfry doesn't know this provider, so it doesn't check the credentials." },
  )
  return { doNotSuggest: true, ...known }
}

/** In the integration, and in what it declares for single targets. The fields themselves are completed from the schema. */
function everywhere(definition: string): JsonSchema {
  const credentials = { doNotSuggest: true, allOf: [ref(definition)] }
  const inTarget = { properties: { credentials } }
  return { credentials, perTarget: { doNotSuggest: true, additionalProperties: inTarget } }
}

function ref(definition: string): JsonSchema {
  return { $ref: `#/$defs/${definition}` }
}

function definitionName({ providerId }: Provider): string {
  return `credentials-${providerId}`
}

function channelOf(providers: readonly Provider[]): JsonSchema {
  const ids = spellingsOf(providers.map(({ providerId }) => providerId))
  const { channel = '' } = providers[0] ?? {}
  const errorMessage = `This provider delivers ${channel}.`
  const others = new Set(catalogueProviders.map((provider) => provider.channel))
  others.delete(channel)
  const pattern = `^(?!(?:${[...others].join('|')})$)`
  return conditional(isOneOf(ids), { properties: { channel: { pattern, errorMessage } } })
}

function checkOf(providers: readonly Provider[]): JsonSchema {
  const [first] = providers
  if (first === undefined) return {}
  const { required } = first
  const ids = spellingsOf(providers.map(({ providerId }) => providerId))
  const errorMessage = `An active integration of this provider requires the ${required.length === 1 ? 'credential' : 'credentials'} ${listText(required)}.`
  const complete = { properties: { credentials: { doNotSuggest: true, required, errorMessage } } }
  return conditional(isOneOf(ids), {
    properties: everywhere(definitionName(first)),
    ...(required.length > 0 && conditional(ref('isActive'), complete)),
  })
}

function definitionOf(provider: Provider): readonly [name: string, definition: JsonSchema] {
  const own = credentialKeysOf(provider)
  const has =
    own.length === 0
      ? 'This provider has no credentials.'
      : `This provider has no such credential, only ${listText(own)}.`
  return [
    definitionName(provider),
    {
      properties: propertiesOf(own, provider.required),
      propertyNames: conditional(
        ref('credentialName'),
        { ...(own.length === 0 ? { pattern: '^$' } : { enum: own }), errorMessage: has },
        ref('unknownCredential'),
      ),
    },
  ]
}

function propertiesOf(keys: readonly string[], required: readonly string[] = []): JsonSchema {
  return Object.fromEntries(
    keys.map((key) => {
      const description = `${credentialMeaning(key)}${required.includes(key) ? ' Required.' : ''}`
      return [key, { ...typeOf(key), description }]
    }),
  )
}

/** Made when editors' checks are: no other command needs them. */
let types: ReturnType<typeof credentialFields> | undefined

/** The contract has no types for a few credentials, so their values can be of any type. */
function typeOf(key: string): JsonSchema {
  types ??= credentialFields(written)
  const type = types[key]
  if (type === undefined) return { type: ['string', 'number', 'boolean', 'object', 'array'] }
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input' })
  return schema
}
