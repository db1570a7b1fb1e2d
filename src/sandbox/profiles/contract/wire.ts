// Bodies as the contract has them: bare, in its own words.
import { errorBody } from '../../errors.ts'
import type { WireRules } from '../../profile.ts'
import { sentences } from '../../shapes.ts'

export const contractWire: WireRules = {
  received: (body) => body,
  sent: (reply) => reply,
  statuses: {},
  bodies: {},
  sentences,
  errorBody,
  bodyLimit: () => Infinity,
}
