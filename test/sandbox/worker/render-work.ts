// Templates of many braces that open or close nothing.
import { render } from '../../../src/sandbox/worker/render.ts'
import type { Work } from '../../support/steps/steps.ts'

const scope = { payload: {}, subscriber: {}, tenant: {}, step: { total_count: 0, events: [] } }

export const openBraces: Work = (size) => {
  const template = '{{'.repeat(size)
  return () => render(template, scope)
}

export const nestedBraces: Work = (size) => {
  const template = '{{a'.repeat(size) + '}}'.repeat(size)
  return () => render(template, scope)
}
