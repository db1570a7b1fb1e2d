// The default seed's topics and tenants, of which each environment has the same.
import type { TenantSeed, TopicSeed } from './seed-shapes.ts'

const environments = ['Development', 'Production']

export function defaultTopics(): TopicSeed[] {
  return environments.flatMap((environment) => [
    {
      environment,
      ...(environment === 'Production' && { _id: 'topic-operations' }),
      key: 'operations',
      subscribers: ['ops-oncall', 'user-0003', 'user-0006'],
    },
    {
      environment,
      key: 'customers',
      subscribers: Array.from({ length: 10 }, (_, index) => `user-${String(index + 11).padStart(4, '0')}`),
    },
  ])
}

export function defaultTenants(): TenantSeed[] {
  return environments.flatMap((environment) => [
    { environment, identifier: 'acme', name: 'Acme', data: { plan: 'enterprise' } },
    { environment, identifier: 'globex', name: 'Globex' },
  ])
}
