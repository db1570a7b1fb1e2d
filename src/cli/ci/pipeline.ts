// Reads from the pipeline's environment variables where its files and its log are shown.
import { relative, sep } from 'node:path'
import { given } from '../../core/given.ts'
import { withoutTrailing } from '../../core/trailing.ts'
import type { Context } from '../../report/context.ts'
import type { Io } from '../terminal/io.ts'

/** Empty outside of a known pipeline. */
export function pipelineOf({ env, cwd }: Pick<Io, 'env' | 'cwd'>): Pick<Context, 'source' | 'run'> {
  const github = webAddress(env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY'])
  const gitlab = webAddress(env['CI_PROJECT_URL'])
  if (github !== undefined)
    return about(
      `${github}/blob/`,
      env['GITHUB_SHA'],
      folderIn(env['GITHUB_WORKSPACE'], cwd),
      /^\d+$/.test(env['GITHUB_RUN_ID'] ?? '') ? `${github}/actions/runs/${env['GITHUB_RUN_ID']}` : undefined,
    )
  if (gitlab !== undefined)
    return about(
      `${gitlab}/-/blob/`,
      env['CI_COMMIT_SHA'],
      folderIn(env['CI_PROJECT_DIR'], cwd),
      webAddress(env['CI_JOB_URL']),
    )
  return {}
}

/** Of the version that runs: as the environment says, or from the repository of the action that runs it. */
export function manualOf({ env }: Pick<Io, 'env'>): Pick<Context, 'manual'> {
  const own = secureAddress(env['BELFRY_MANUAL_URL'])
  if (own !== undefined) return { manual: `${withoutTrailing(own, '/')}/` }
  const repository = env['GITHUB_ACTION_REPOSITORY']
  const ref = env['GITHUB_ACTION_REF']
  if (repository === undefined || repository === '' || ref === undefined || ref === '') return {}
  const folder = secureAddress(env['GITHUB_SERVER_URL'], repository, 'blob', ref, 'docs')
  return given({ manual: folder === undefined ? undefined : `${folder}/` })
}

function secureAddress(...parts: readonly (string | undefined)[]): string | undefined {
  const address = webAddress(...parts)
  return address?.startsWith('https://') === true ? address : undefined
}

function about(
  base: string,
  commit: string | undefined,
  folder: string | undefined,
  run: string | undefined,
): Pick<Context, 'source' | 'run'> {
  const isKnown = commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) && folder !== undefined
  return {
    ...(isKnown && { source: { base: `${base}${commit}/`, folder } }),
    ...given({ run }),
  }
}

/** Only an address that needs no escaping in a link. */
function webAddress(...parts: readonly (string | undefined)[]): string | undefined {
  const address = parts.join('/')
  return !parts.includes(undefined) && /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./~-]*)?$/.test(address)
    ? address
    : undefined
}

/** Undefined if the command runs outside of the pipeline's checkout. */
function folderIn(root: string | undefined, cwd: string): string | undefined {
  if (root === undefined || root === '') return undefined
  const folder = relative(root, cwd).split(sep).join('/')
  if (folder === '') return ''
  return folder.startsWith('..') ? undefined : `${folder}/`
}
