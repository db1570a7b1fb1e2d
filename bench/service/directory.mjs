// The subscribers of the stub. Those of the start are made from their index when they are asked for; only what was
// written is kept, so that a million cost nothing.
import { environment, indexOf, person, pushChannel, tokenOf } from './data.mjs'

const countLimit = 50_000

/** `channels`: `{ from, to }`, the subscribers that have a push token at the start. */
export class Directory {
  #count
  #channels
  /** What was written, by position. */
  #written = new Map()
  /** Positions of those that were created, by name. */
  #created = new Map()

  constructor(count, channels) {
    this.#count = count
    this.#channels = channels
  }

  /** One page as JSON, newest first unless asked otherwise; `size` is the most that the service gives. */
  page(query, size) {
    const id = query.get('subscriberId')
    if (id !== null) {
      const position = this.#positionOf(id)
      return listed(
        position === undefined ? [] : [this.#text(position)],
        null,
        position === undefined ? 0 : 1,
      )
    }
    const total = this.#count + this.#created.size
    const step = query.get('orderDirection') === 'ASC' ? 1 : -1
    const after = query.get('after')
    let position = after === null ? (step === 1 ? 0 : total - 1) : positionAt(after) + step
    const limit = Math.min(size, Number(query.get('limit') ?? 10))
    const texts = []
    for (; texts.length < limit && position >= 0 && position < total; position += step) {
      texts.push(this.#text(position))
    }
    const isLast = position < 0 || position >= total
    return listed(texts, isLast ? null : idOf(position - step), total)
  }

  /** Attributes that a PATCH sends; the subscriber as JSON, or undefined. */
  update(subscriberId, attributes) {
    const position = this.#positionOf(subscriberId)
    if (position === undefined) return undefined
    return this.#write(position, { ...this.#subscriber(position), ...attributes })
  }

  /** Its push tokens. */
  credentials(subscriberId, { providerId, integrationIdentifier, credentials }) {
    const position = this.#positionOf(subscriberId)
    if (position === undefined) return undefined
    const subscriber = this.#subscriber(position)
    const others = subscriber.channels.filter((each) => each.integrationIdentifier !== integrationIdentifier)
    const channel = { providerId, integrationIdentifier, _integrationId: integrationIdentifier, credentials }
    return this.#write(position, { ...subscriber, channels: [...others, channel] })
  }

  create(attributes) {
    const position = this.#count + this.#created.size
    this.#created.set(attributes.subscriberId, position)
    return this.#write(position, { ...fixed(position), channels: [], ...attributes })
  }

  #positionOf(subscriberId) {
    const index = indexOf(subscriberId)
    return index !== undefined && index < this.#count ? index : this.#created.get(subscriberId)
  }

  #write(position, subscriber) {
    this.#written.set(position, subscriber)
    return JSON.stringify(subscriber)
  }

  #subscriber(position) {
    const { from, to } = this.#channels
    const channels = position >= from && position < to ? [pushChannel(tokenOf(position))] : []
    return (
      this.#written.get(position) ?? {
        ...fixed(position),
        ...person(position),
        channels: channels.map((each) => ({ ...each, _integrationId: each.integrationIdentifier })),
      }
    )
  }

  #text(position) {
    return JSON.stringify(this.#subscriber(position))
  }
}

function listed(texts, next, total) {
  const isCapped = total > countLimit
  return `{"data":[${texts.join()}],"next":${JSON.stringify(next)},"previous":null,"totalCount":${Math.min(total, countLimit)},"totalCountCapped":${isCapped}}`
}

/** What the service sets itself. */
function fixed(position) {
  return {
    _id: idOf(position),
    _environmentId: environment._id,
    _organizationId: '6b0000010000000000000001',
    deleted: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    __v: 0,
  }
}

function idOf(position) {
  return `6b000005${position.toString(16).padStart(16, '0')}`
}

function positionAt(id) {
  return Number.parseInt(id.slice(8), 16)
}
