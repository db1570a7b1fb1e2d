// Device tokens that a provider no longer knows vanish behind everybody's back.
import type { EnvironmentRecord } from '../store/records.ts'
import type { World } from '../profile.ts'

/** Each channel of the environment's subscribers loses its first one. */
export function pruneTokens({ store }: World, { _id }: EnvironmentRecord): void {
  const { subscribers } = store.of(_id)
  for (const subscriber of subscribers) {
    const { channels = [] } = subscriber
    if (!channels.some(({ credentials }) => (credentials.deviceTokens ?? []).length > 0)) continue
    subscribers.put({
      ...subscriber,
      channels: channels.map((channel) => {
        const { deviceTokens } = channel.credentials
        if (deviceTokens === undefined) return channel
        return { ...channel, credentials: { ...channel.credentials, deviceTokens: deviceTokens.slice(1) } }
      }),
    })
  }
}
