// A case brought to life: a strict sandbox over real HTTP, and the engine that plans and applies against it.
import type { Plan } from '../../../src/core/plan/plan.ts'
import type { Problem } from '../../../src/core/problem.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { ApplyResult } from '../../../src/core/plan/outcome.ts'
import { applyPlan, type ApplyOptions } from '../../../src/engine/apply/apply.ts'
import type { Engine, EngineEvent } from '../../../src/engine/engine.ts'
import type { Target } from '../../../src/core/target.ts'
import { makePlan } from '../../../src/engine/plan/plan.ts'
import type { Planned, PlanRequest } from '../../../src/engine/plan/plan-request.ts'
import type { Kind } from '../../../src/kinds/kind.ts'
import type { Parallel } from '../../../src/core/lists.ts'
import type { Declared } from '../../../src/kinds/declared-resources.ts'
import type { ProfileName, Routes, SandboxOptions } from '../../../src/sandbox/index.ts'
import { createTransport, type Transport } from '../../../src/service/transport.ts'
import { createStrictSandbox, type StrictSandbox } from '../strict-sandbox.ts'
import type { Case, CaseTarget, Manifest } from './case.ts'
import { load } from './manifest.ts'
import type { Loaded } from '../../../src/manifest/load-manifests.ts'

/** What a law needs to know of the kinds that it is tried on. */
export interface Kinds {
  readonly registry: readonly Kind[]
  readonly routes?: Routes
  /** By default the contract. */
  readonly profile?: ProfileName
  /** By default `never`. */
  readonly unreadable?: PlanRequest['unreadable']
  /** By default `report`. */
  readonly missing?: PlanRequest['missing']
  /** Puts the case's rows in. */
  readonly prepare?: (sandbox: StrictSandbox, live: Case) => Promise<void>
  /** The service's ids by `kind name`, for kinds that a sandbox's state doesn't know. */
  readonly ids?: (environment: string) => Readonly<Record<string, string>>
}

export interface Options {
  readonly parallel?: Parallel
  readonly transport?: Transport
  readonly clock?: () => number
  readonly stop?: AbortSignal
  readonly on?: (event: EngineEvent) => void
  readonly patience?: Engine['patience']
  readonly journal?: Engine['journal']
  readonly ledger?: Engine['ledger']
  /** By default `no`. */
  readonly keepGoing?: ApplyOptions['keepGoing']
  /** By default everything is approved. */
  readonly approve?: ApplyOptions['approve']
  readonly manifest?: Manifest
  readonly request?: Partial<PlanRequest>
}

export interface World {
  readonly kinds: Kinds
  readonly sandbox: StrictSandbox
  readonly transport: Transport
  request(options?: Options): Promise<PlanRequest>
  plan(options?: Options): Promise<Planned>
  /** A plan, and then what it becomes. */
  apply(options?: Options, planned?: Planned): Promise<ApplyResult>
  /** Requests that reached the sandbox and may have changed it. */
  writes(): StrictSandbox['log']
  close(): Promise<void>
}

export async function openWorld(
  live: Case,
  kinds: Kinds,
  like: Omit<SandboxOptions, 'seed' | 'routes' | 'logLimit'> = {},
): Promise<World> {
  const { registry, routes, prepare, profile = 'contract', unreadable = 'never', missing = 'report' } = kinds
  const sandbox = await createStrictSandbox({ profile, ...like, seed: live.seed, ...(routes && { routes }) })
  const transport = createTransport()
  await prepare?.(sandbox, live)
  sandbox.clearLog()

  const known = new Map<Manifest, Promise<Loaded>>()
  const declaredBy = (manifest: Manifest): Promise<Loaded> => {
    const declared = known.get(manifest) ?? load({ manifest, targets: live.targets, registry })
    known.set(manifest, declared)
    return declared
  }
  const request = async ({ manifest = live.manifest, request: more }: Options = {}): Promise<PlanRequest> => {
    const declared = await declaredBy(manifest)
    const errors = declared.problems.filter(({ severity }) => severity === 'error')
    if (errors.length > 0)
      throw new Error(`The manifest is wrong: ${errors.map(({ message }) => message).join('; ')}`)
    return { ...requestFor(declared, targetsOf(live.targets, sandbox)), unreadable, missing, ...more }
  }
  const engineFor = (options: Options = {}): Engine => ({
    registry,
    transport: options.transport ?? transport,
    clock: options.clock ?? (() => 0),
    parallel: options.parallel ?? 1,
    ...(options.stop && { stop: options.stop }),
    ...(options.on && { on: options.on }),
    ...(options.patience && { patience: options.patience }),
    ...(options.journal && { journal: options.journal }),
    ...(options.ledger && { ledger: options.ledger }),
  })
  const plan = async (options?: Options): Promise<Planned> =>
    makePlan(await request(options), engineFor(options))
  return {
    kinds,
    sandbox,
    transport,
    request,
    plan,
    apply: async (options, planned) =>
      applyPlan(
        planned ?? (await plan(options)),
        await request(options),
        { keepGoing: options?.keepGoing ?? 'no', approve: options?.approve ?? (async () => true) },
        engineFor(options),
      ),
    writes: () => sandbox.log.filter(({ method }) => method !== 'GET'),
    close: async () => {
      await transport.close()
      await sandbox.close()
    },
  }
}

export function requestFor(declared: Declared, targets: readonly Target[]): PlanRequest {
  return {
    targets,
    environments: Object.fromEntries(targets.map(({ alias, environment }) => [alias, environment])),
    declared,
    selection: { only: [], exclude: [], resend: [] },
    unreadable: 'never',
    missing: 'report',
    manifests: 'all',
    rules: { 'missing-credentials': 'off' },
    maxChanges: {},
  }
}

/** Each target with the key of the environment of its name, as soon as there is one. */
export function targetsOf(
  targets: readonly CaseTarget[],
  sandbox: Pick<StrictSandbox, 'url' | 'keys'>,
): Target[] {
  return targets.map(({ alias, unmanaged }): Target => {
    const key = sandbox.keys[alias]
    return {
      alias,
      environment: alias,
      url: sandbox.url,
      apiKeyFrom: `env:KEY_${alias}`,
      unmanaged: unmanaged ?? 'report',
      ...(key !== undefined && { apiKey: Secret.of(key, `env:KEY_${alias}`) }),
    }
  })
}

/** Warnings are none: worlds may well be odd. */
export function errorsIn({ problems }: Plan): readonly Problem[] {
  return problems.filter(({ severity }) => severity === 'error')
}
