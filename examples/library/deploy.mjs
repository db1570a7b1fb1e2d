// Applies the manifests of a project from a program: `node deploy.mjs FOLDER`. It needs the API keys of the targets in the
// environment, as belfry does. A deployment tool would import `open` like this and decide by its own rules what to apply.
import { BelfryError, open } from 'belfry'

const [cwd = '.'] = process.argv.slice(2)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())

try {
  const project = await open({ cwd, env: process.env })
  const plan = await project.plan({ signal: stop.signal })
  const { create, update } = plan.plan.counts
  console.log(`${create} to create, ${update} to update`)
  // Protected targets are left to people: without allowProtected, a plan that writes to one is refused.
  const { results } = await project.apply(plan, {
    signal: stop.signal,
    onEvent: (event) => {
      if (event.type === 'outcome') console.log(`${event.status}  ${event.change}`)
    },
  })
  console.log(`${results.length} changes applied`)
} catch (error) {
  if (!(error instanceof BelfryError)) throw error
  console.error(error.message)
  for (const { severity, message, hint = '' } of error.problems)
    console.error(`${severity}: ${message}. ${hint}`)
  process.exitCode = error.exit
}
