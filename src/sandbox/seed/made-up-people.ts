// Made-up subscribers in any number, the same in every run: too many and too alike to write into the sample.
import type { SubscriberSeed } from './seed-shapes.ts'

const firstNames = ['Ada', 'Boris', 'Chloé', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hana', 'Ivo', 'Jürgen']
const lastNames = ['Archer', 'Bell', 'Castellan', 'Drummond', 'Eriksen', 'Falk', 'Guarda']
const places = [
  { locale: 'en-GB', timezone: 'Europe/London' },
  { locale: 'de-DE', timezone: 'Europe/Berlin' },
  { locale: 'fr-FR', timezone: 'Europe/Paris' },
  { locale: 'ja-JP', timezone: 'Asia/Tokyo' },
]

/** `user-0001` and on: made-up people, some with a place, data and, in Production, push tokens. */
export function generatedSubscribers(environment: string, count: number): SubscriberSeed[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const firstName = firstNames[number % firstNames.length] ?? ''
    const lastName = lastNames[number % lastNames.length] ?? ''
    const subscriberId = `user-${String(number).padStart(4, '0')}`
    return {
      environment,
      subscriberId,
      firstName,
      lastName,
      email: `${subscriberId}@people.example`,
      ...(number % 3 === 0 && { phone: `+1555${String(number).padStart(7, '0')}` }),
      ...(number % 4 === 0 && places[(number / 4) % places.length]),
      ...(number % 5 === 0 && { data: { plan: number % 2 === 0 ? 'pro' : 'free', seats: number } }),
      ...(number % 7 === 0 && environment === 'Production' && { channels: [pushChannel(subscriberId)] }),
    }
  })
}

function pushChannel(subscriberId: string): NonNullable<SubscriberSeed['channels']>[number] {
  return {
    providerId: 'fcm',
    integrationIdentifier: 'fcm-push',
    credentials: { deviceTokens: [`made-up-token-${subscriberId}`] },
  }
}
