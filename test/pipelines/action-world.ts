// A repository whose pipeline uses the action, with a sandbox to plan against and a GitHub to comment on.
import { onTestFinished } from 'vitest'
import { createSandbox, type Sandbox, type Seed } from '../../src/sandbox/index.ts'
import { runAction, type ActionEnded, type Event } from '../support/action.ts'
import { folderWith } from '../support/cli-process.ts'
import { keys, people, project } from '../support/cli-world.ts'
import { githubApi, type GithubApi } from '../support/github-api.ts'

/** The names of API keys begin with BELFRY_: a pull request gets no others. */
export const pipelineKeys = {
  BELFRY_DEVELOPMENT_API_KEY: keys.DEVELOPMENT_KEY,
  BELFRY_PRODUCTION_API_KEY: keys.PRODUCTION_KEY,
}
export const pipelineProject = project.replaceAll(/(DEVELOPMENT|PRODUCTION)_KEY/g, 'BELFRY_$1_API_KEY')

export const own = 'acme/notify'
export const pull = (repository = own, more: object = {}): object => ({
  pull_request: { number: 7, head: { repo: { full_name: repository } }, ...more },
})
export const proposed: Event = { name: 'pull_request', payload: pull() }
export const fork: Event = { name: 'pull_request', payload: pull('stranger/notify') }
export const push: Event = { name: 'push', payload: {} }

export interface ActionScene {
  readonly api: GithubApi
  readonly sandbox: Sandbox
  readonly folder: string
  readonly writes: () => number
  readonly use: (
    event: Event,
    inputs?: Readonly<Record<string, string>>,
    env?: 'none' | Readonly<Record<string, string>>,
  ) => Promise<ActionEnded>
}

export async function actionWorld(manifest = people, seed: Seed = {}): Promise<ActionScene> {
  const [api, sandbox] = [await githubApi(), await createSandbox({ seed })]
  onTestFinished(() => sandbox.close())
  const folder = folderWith({
    'notify/belfry.yaml': pipelineProject,
    'notify/manifests/people.yaml': manifest,
  })
  return {
    api,
    sandbox,
    folder,
    writes: () => sandbox.log.filter(({ method }) => method !== 'GET').length,
    use: (event, inputs = {}, env) =>
      runAction(
        { directory: 'notify', ...inputs },
        {
          event,
          workspace: folder,
          api: api.url,
          ...(env !== 'none' && { env: { ...pipelineKeys, BELFRY_URL: sandbox.url, ...env } }),
        },
      ),
  }
}

export const posted = (api: GithubApi): readonly string[] =>
  (api.comments.get(7) ?? []).map(({ body }) => body)
