// What belfry init has to know: from its options, or from a person at the terminal.
import { given } from '../../core/given.ts'
import { hasErrors, isProblem, type Problem } from '../../core/problem.ts'
import { reporterFor } from '../../manifest/frames/reporter.ts'
import type { Address } from '../../project/project.ts'
import { outsideUrl } from '../../project/url.ts'
import type { InitFlags } from '../options/init.ts'
import { oneOf, type Interview } from './ask.ts'
import {
  assumed,
  findEnvironments,
  hasKey,
  readTargets,
  typedTargets,
  type Found,
  type NewTarget,
} from './targets.ts'

export interface Answers {
  /** `text` as it is written. */
  readonly service: Address & { readonly text: string }
  readonly targets: readonly NewTarget[]
  readonly by: Found['by']
  readonly manifests: 'start' | 'export'
  readonly pipeline: 'github' | 'gitlab' | 'none'
}

const address = { option: 'url', asks: 'URL of the service, or the word sandbox', usual: 'sandbox' }
const exported = { option: 'export', asks: 'Write manifests for the resources in the service?', usual: 'no' }
const pipelines = { option: 'pipeline', asks: 'Pipeline: github, gitlab or none', usual: 'none' }

/** Undefined after a problem. */
export async function answersFor(flags: InitFlags, talk: Interview): Promise<Answers | undefined> {
  const { mode, ask, io, problems } = talk
  const read = (text: string) => serviceAt(text, flags)
  const service = await ask({ ...address, read }, flags.url ?? (io.env['BELFRY_URL'] || undefined))
  const named = flags.target.length > 0 ? flags.target.join(',') : undefined
  const found =
    service === undefined || named !== undefined ? assumed : await findEnvironments(service, flags, io)
  if (isProblem(found)) return void problems.push(found)
  const at = service ?? { isSandbox: false, url: '' }
  const usual = typedTargets(found, at)
  const isEnough = mode !== 'ask' && found.by === 'service'
  const targets = await ask(
    {
      option: 'target',
      asks: 'Targets (NAME=VARIABLE, with commas between targets)',
      usual,
      read: (text) => readTargets(text, found, at),
    },
    named ?? (isEnough ? usual : undefined),
  )
  const isRunning = !at.isSandbox || found.by === 'service'
  const asksForExport = mode === 'ask' && isRunning && targets?.some((target) => hasKey(target, io)) === true
  const unasked = asksForExport ? undefined : 'no'
  const takesOver = await ask(
    { ...exported, read: oneOf('no', 'yes') },
    flags.export === true ? 'yes' : unasked,
  )
  const local = at.isSandbox ? 'none' : undefined
  const pipeline = await ask(
    { ...pipelines, read: oneOf('none', 'github', 'gitlab') },
    flags.pipeline ?? local,
  )
  if (hasErrors(problems) || !service || !targets || !pipeline) return undefined
  return { service, targets, by: found.by, manifests: takesOver === 'yes' ? 'export' : 'start', pipeline }
}

function serviceAt(text: string, flags: InitFlags): Answers['service'] | Problem {
  const { report, problems } = reporterFor({})
  const settings = {
    url: text,
    env: {},
    need: 'live',
    ...given({ insecureHttp: flags.insecureHttp }),
  } as const
  const found = outsideUrl(settings, report)
  return found === undefined ? (problems()[0] as Problem) : { ...found, text }
}
