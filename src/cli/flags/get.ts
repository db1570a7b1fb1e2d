// The options of belfry get.
import { pageFlags, targetFlags } from './activity.ts'
import type { Flags, FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import { formatFlags } from './shared.ts'

export const getFlags = {
  ...targetFlags,
  format: { ...formatFlags.format, choices: ['text', 'json', 'ndjson', 'yaml'] },
} as const satisfies Flags

/** The parameters of the service's search, except for `limit`. */
export const searchFlags = {
  email: { argument: '<string>', help: 'only if the email address contains this' },
  name: { argument: '<string>', help: 'only if the first and last name contain this' },
  phone: { argument: '<string>', help: 'only if the phone number contains this' },
  subscriber: { argument: '<id>', help: 'only the subscriber with this id' },
  'order-by': { argument: '<field>', help: 'the field to order by, such as updatedAt (default: _id)' },
  order: { argument: '<direction>', help: 'the direction (default: desc)', choices: ['asc', 'desc'] },
  after: { argument: '<cursor>', help: 'the page after this cursor' },
  before: { argument: '<cursor>', help: 'the page before this cursor' },
  'include-cursor': { help: 'with --after or --before: also the subscriber at the cursor' },
} as const satisfies Flags

const { limit, all, max } = pageFlags

export const getSubscribersFlags = {
  ...searchFlags,
  limit: { ...limit, read: read.wholeNumber(1, 100) },
  all,
  max: { ...max, help: 'with --all: how many at most (default: 10000)' },
  ...getFlags,
} as const satisfies Flags

export type GetFlags = FlagsOf<typeof getFlags>
export type GetSubscribersFlags = FlagsOf<typeof getSubscribersFlags>
