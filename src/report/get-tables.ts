// The commands about resources in the service: what their tables show, and what formats need to know of them.
import type { Column } from './text/table.ts'

export interface GetTable {
  /** A column for each field of the JSON, or for what `computed` makes of several. */
  readonly columns: readonly (Column & { readonly field: string })[]
  /** Its records are people. The others are resources, which manifests may declare. */
  readonly isOfPeople?: true
}

export const getTables = {
  'get environments': {
    columns: [
      { title: 'NAME', field: 'name', least: 8 },
      { title: 'IDENTIFIER', field: 'identifier' },
      { title: 'PARENT', field: 'parent', least: 8, optional: true },
      { title: 'TYPE', field: 'type', least: 4, optional: true },
      { title: 'MANAGED', field: 'managed' },
    ],
  },
  'get integrations': {
    columns: [
      { title: 'IDENTIFIER', field: 'identifier' },
      { title: 'NAME', field: 'name', least: 6, optional: true },
      { title: 'CHANNEL', field: 'channel' },
      { title: 'PROVIDER', field: 'providerId', least: 8 },
      { title: 'ACTIVE', field: 'active' },
      { title: 'PRIMARY', field: 'primary' },
      { title: 'WHEN', field: 'when', least: 8, optional: true },
      { title: 'MANAGED', field: 'managed' },
    ],
  },
  'get subscribers': {
    isOfPeople: true,
    columns: [
      { title: 'SUBSCRIBER', field: 'subscriberId' },
      { title: 'NAME', field: 'firstName', least: 6 },
      { title: 'EMAIL', field: 'email', least: 8 },
      { title: 'PHONE', field: 'phone', least: 8, optional: true },
      { title: 'CHANNELS', field: 'channels', least: 8, optional: true },
      { title: 'LOCALE', field: 'locale', least: 5, optional: true },
      { title: 'TIMEZONE', field: 'timezone', least: 8, optional: true },
    ],
  },
} as const satisfies Readonly<Record<string, GetTable>>

export type GetCommand = keyof typeof getTables

export const getCommands = Object.keys(getTables) as readonly GetCommand[]

export function isGet(command: string): command is GetCommand {
  return Object.hasOwn(getTables, command)
}

/** Whether its records are resources, without personal data. */
export function isOfResources(command: string): boolean {
  return isGet(command) && !('isOfPeople' in getTables[command])
}
