// Reads from the pipeline's environment variables where its files and its log are shown.
import { given } from '../../core/given.ts'
import { pathInside } from '../../core/path-inside.ts'
import { withoutTrailing } from '../../core/words.ts'
import type { Context } from '../../report/context.ts'
import { address as ownAddress, version as ownVersion } from '../../service/package.ts'
import type { Io } from '../terminal/io.ts'

/** Empty outside of a known pipeline. */
export function pipelineOf({ env, cwd }: Pick<Io, 'env' | 'cwd'>): Pick<Context, 'source' | 'run'> {
  const github = webAddress(env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY'])
  const gitlab = webAddress(env['CI_PROJECT_URL'])
  if (github !== undefined)
    return contextOf(
      `${github}/blob/`,
      env['GITHUB_SHA'],
      folderIn(env['GITHUB_WORKSPACE'], cwd),
      /^\d+$/.test(env['GITHUB_RUN_ID'] ?? '') ? `${github}/actions/runs/${env['GITHUB_RUN_ID']}` : undefined,
    )
  if (gitlab !== undefined)
    return contextOf(
      `${gitlab}/-/blob/`,
      env['CI_COMMIT_SHA'],
      folderIn(env['CI_PROJECT_DIR'], cwd),
      webAddress(env['CI_JOB_URL']),
    )
  return {}
}

/**
 * The manual of this version. Besides the package, only a variable of belfry names it: GITHUB_ACTION_REPOSITORY names the
 * action of the step, which may belong to another project that runs belfry.
 */
export function manualOf(
  { env }: Pick<Io, 'env'>,
  { address, version }: { readonly address?: string | undefined; readonly version: string } = {
    address: ownAddress,
    version: ownVersion,
  },
): Pick<Context, 'manual'> {
  const packaged = address === undefined ? undefined : `${address}/blob/v${version}/docs`
  const manual = webAddress(env['BELFRY_MANUAL_URL'] || packaged)
  return manual?.startsWith('https://') === true ? { manual: `${withoutTrailing(manual, '/')}/` } : {}
}

function contextOf(
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
  const folder = pathInside(cwd, root)
  return folder && `${folder}/`
}
