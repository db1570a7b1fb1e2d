// The contract's closed lists of words, and what some of its replies leave out.
import type { ChannelInput, Credentials, ListedCredentials } from '../../wire/generated.ts'
import { namesOf, wordsOf } from './contract.ts'

export const channels = wordsOf('Channel') as readonly ChannelInput[]
/** Channels that are sent through one integration, by default the primary. */
export const hasPrimary = (channel: string): boolean => channel === 'email' || channel === 'sms'
export const stepTypes = wordsOf('RetrievedStepType')
/** Providers a subscriber can hold credentials for. */
export const subscriberProviders = wordsOf('SubscriberProviderId')
/** Providers of jobs and execution details. */
export const jobProviders = wordsOf('RetrievedJobProviderId')

/** Step types and providers that only the reply of retrieve-event names. */
export const stepTypesHiddenByList = left(stepTypes, wordsOf('StepType'))
export const jobProvidersHiddenByList = left(jobProviders, wordsOf('JobProviderId'))
/** Providers that the reply of update-subscriber can't name. */
export const providersHiddenByUpdate = left(subscriberProviders, wordsOf('UpdatedSubscriberProviderId'))
/** Credential keys that the list of integrations leaves out. */
export const credentialsHiddenByList = left(namesOf('Credentials'), namesOf('ListedCredentials')) as Exclude<
  keyof Credentials,
  keyof ListedCredentials
>[]

function left(words: readonly string[], shown: readonly string[]): string[] {
  return words.filter((word) => !shown.includes(word))
}
