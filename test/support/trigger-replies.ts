// One trigger that tests know by its id, and services that answer it as a test says.
import type { ActivityWorld } from './activity-world.ts'
import { startProxy, type Answer, type Passing } from './cli-proxy.ts'

export const known = ['trigger', 'welcome', '--to', 'ada', '--transaction-id', 't-1']
export const look = 'belfry events list --transaction-id t-1 -t Production'

/** The bodies of triggers that arrived. */
export function triggers({ sandbox }: ActivityWorld): unknown[] {
  return sandbox.log.filter(({ operation }) => operation === 'triggerEvent').map(({ body }) => body)
}

/** Answers triggers itself, lets all else through. */
export async function answering(world: ActivityWorld, answer: Answer): Promise<string> {
  return startProxy(world.sandbox.url, ({ method }: Passing) => (method === 'POST' ? answer : undefined))
}

export function reply(body: object, status = 201): Answer {
  return { status, body: JSON.stringify(body) }
}
