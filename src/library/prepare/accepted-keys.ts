// Which of several API keys of a target is used: the first that the service accepts, found out once a run.
import type { Secret } from '../../core/secrets/secret.ts'
import type { Project, Target } from '../../project/project.ts'
import { createClient, readOnly } from '../../service/client.ts'
import { ServiceError } from '../../service/errors.ts'
import { listEnvironments } from '../../service/operations.ts'
import type { Transport } from '../../service/transport.ts'
import type { Ambient } from '../ambient.ts'
import type { ConnectionRequest } from '../requests.ts'
import { openConnection, proxyProblems } from './connection.ts'

/** Milliseconds: the operation itself reports a service that doesn't answer. */
const patience = 30_000

/** The project, with one key for each target. Sends a request for each key only if a target has several. */
export async function withAcceptedKeys(
  project: Project,
  request: ConnectionRequest,
  ambient: Ambient,
): Promise<Project> {
  const isChoosing = project.targets.some(hasChoice)
  if (!isChoosing || proxyProblems(ambient.env).length > 0) return project
  const timeout = Math.min(request.timeout ?? patience, patience)
  const { transport, close } = openConnection(request, { world: ambient }, timeout)
  try {
    const targets = await Promise.all(
      project.targets.map((each) => withAcceptedKey(each, transport, ambient)),
    )
    return { ...project, targets }
  } finally {
    await close()
  }
}

/** A key that isn't the sandbox's is never sent there. */
function hasChoice({ otherKeys, isSandbox }: Target): boolean {
  return otherKeys !== undefined && !isSandbox
}

async function withAcceptedKey(target: Target, transport: Transport, ambient: Ambient): Promise<Target> {
  const { apiKey, otherKeys = [] } = target
  if (!hasChoice(target) || apiKey === undefined) return target
  for (const key of [apiKey, ...otherKeys])
    if (await isAccepted(key, target, transport, ambient))
      return { ...target, apiKey: key, apiKeyFrom: key.origin }
  return target
}

/** Only a 401 is about the key: the operation meets any other failure again. */
async function isAccepted(
  apiKey: Secret,
  { url }: Target,
  transport: Transport,
  { filter }: Ambient,
): Promise<boolean> {
  try {
    await listEnvironments(readOnly(createClient({ transport, origin: url, apiKey, filter })))
    return true
  } catch (error) {
    return !(error instanceof ServiceError && error.status === 401)
  }
}
