// Bodies as the contract has them: bare, in its own words.
import { badRequest, errorBody, Refusal } from '../../http/errors.ts'
import type { WireRules } from '../../profile.ts'
import { sentences } from '../../operations/shapes.ts'

export const contractWire: WireRules = {
  received: (body) => body,
  sent: (reply) => reply,
  statuses: {},
  bodies: {},
  sentences,
  errorBody,
  contentType: 'application/json',
  readBody: (text, type) => {
    if (!/^application\/json\b/i.test(type)) throw new Refusal(415, 'Unsupported Media Type')
    try {
      return JSON.parse(text)
    } catch {
      throw badRequest('The body is not JSON')
    }
  },
  bodyLimit: () => Infinity,
}
