// The options of belfry get.
import { pageFlags, targetFlags } from './activity.ts'
import { inGroup, type Flags, type FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import { formatOf } from './common.ts'

/** The parameters of the service's search, except for `limit`. */
export const searchFlags = inGroup('filters', {
  email: { argument: '<string>', help: 'only subscribers whose email address contains this string' },
  name: { argument: '<string>', help: 'only subscribers whose first and last name contain this string' },
  phone: { argument: '<string>', help: 'only subscribers whose phone number contains this string' },
  subscriber: { argument: '<id>', help: 'only the subscriber with this ID' },
  orderBy: { argument: '<field>', help: 'sort by this field, such as updatedAt (default: _id)' },
  order: { argument: '<direction>', help: 'sort direction (default: desc)', choices: ['asc', 'desc'] },
  after: { argument: '<cursor>', help: 'print the page after this cursor', group: 'pages' },
  before: {
    argument: '<cursor>',
    help: 'print the page before this cursor',
    group: 'pages',
    conflicts: ['after', 'all'],
  },
  includeCursor: {
    help: 'with --after or --before: also print the subscriber at the cursor',
    group: 'pages',
  },
})

export const getEnvironmentsFlags = {
  ...targetFlags,
  format: formatOf('get environments'),
} as const satisfies Flags

export const getIntegrationsFlags = {
  ...targetFlags,
  format: formatOf('get integrations'),
} as const satisfies Flags

const { limit, all, max } = pageFlags

export const getSubscribersFlags = {
  ...searchFlags,
  limit: { ...limit, ...read.wholeNumber(1, 100) },
  all,
  max: { ...max, needs: ['all'], help: 'with --all: print at most this many subscribers (default: 10000)' },
  ...targetFlags,
  format: formatOf('get subscribers'),
} as const satisfies Flags

export type GetSubscribersFlags = FlagsOf<typeof getSubscribersFlags>
