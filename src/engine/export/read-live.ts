// Reads everything that targets have in the service, to declare it.
import { append } from '../../core/lists.ts'
import { isEqual } from '../../core/plan/compare-fields.ts'
import type { Problem } from '../../core/problem.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, InService, Live, Observed } from '../../kinds/resource.ts'
import { type Declared, kindsOf, Resources } from '../../kinds/declared-resources.ts'
import type { Counts } from '../../service/client.ts'
import type { Engine } from '../engine.ts'
import type { Target } from '../../core/target.ts'
import { openReaders, type Readers } from '../plan/reader.ts'
import type { Reader } from '../plan/session.ts'
import { observe } from '../plan/section.ts'
import { withTargetVendor } from '../plan/vendor.ts'

interface Paired extends Observed {
  readonly target: string | undefined
  readonly desired: Desired
  /** The field that a failover changed, if it is still as the failover left it. */
  readonly failedOver?: string | undefined
}

/** Opens the targets. The problems of those that can't be read are in the result. */
export async function openTargets(targets: readonly Target[], engine: Engine): Promise<LiveTargets> {
  return new LiveTargets(await openReaders(targets, engine), engine)
}

export class LiveTargets {
  readonly problems: readonly Problem[]
  readonly counts: () => Counts
  readonly #readers: readonly Reader[]
  readonly #engine: Engine

  constructor({ opened, problems, counts }: Readers, engine: Engine) {
    this.problems = problems
    this.counts = counts
    this.#readers = [...opened.values()]
    this.#engine = engine
  }

  /** Everything of a kind, in the order of the targets; not for a kind with `all`, which is read page by page. */
  async resourcesOf(kind: Kind): Promise<readonly InService[]> {
    const found: InService[] = []
    for (const reader of this.#readers)
      for await (const { live, warnings = [] } of observe(kind, reader.access, Resources.of([])))
        if (live !== undefined)
          if (kind.scope === 'target') found.push({ target: aliasOf(reader), live, warnings })
          else if (!found.some((other) => isSame(other.live, live)))
            found.push({ target: undefined, live: managedBy(reader, this.#readers, live) })
    return found
  }

  /** The declared resources of a kind, each with what the service shows of it. Their texts use the target's own vendor name, `svc` or `novu`. */
  async pairsOf(kind: Kind, declared: Declared): Promise<readonly Paired[]> {
    const found: Paired[] = []
    for (const reader of this.#readers) {
      const { session, access } = reader
      const target = kind.scope === 'target' ? aliasOf(reader) : undefined
      const all =
        target === undefined
          ? Resources.of(declared.organisation.filter((each) => this.#readerOf(each) === reader))
          : declared.forTarget(target)
      const named = await withTargetVendor(session.target, access, all, this.#engine.registry)
      const ofKind = kindsOf(named.declared)
      const linked = ofKind(kind.name).changed((each) => kind.link?.(each, ofKind) ?? each)
      const own: Paired[] = []
      if (linked.size > 0)
        for await (const { desired, ...seen } of observe(kind, access, linked))
          if (desired !== undefined) own.push({ ...seen, target, desired })
      append(
        found,
        own.map((each) => ({ ...each, failedOver: kind.failedOver?.(each, own)?.field })),
      )
    }
    return found
  }

  /** Of a kind with `all`, page by page; nothing of other kinds. */
  async *pagesOf(
    kind: Kind,
    query: Readonly<Record<string, string>>,
  ): AsyncGenerator<readonly InService[], void> {
    for (const reader of this.#readers) {
      this.#engine.on?.({ type: 'reading', target: aliasOf(reader) })
      for await (const page of kind.all?.(reader.access, query) ?? [])
        yield page.map((live) => ({ target: aliasOf(reader), live }))
    }
  }

  /** Whose key reads a resource of the organisation. */
  #readerOf({ declared: { via } }: Desired): Reader | undefined {
    return this.#readers.find((each) => aliasOf(each) === via) ?? this.#readers[0]
  }
}

function aliasOf({ session }: Reader): string {
  return session.target.alias
}

/** Keys of the same organisation show the same resources. */
function isSame(left: Live, right: Live): boolean {
  return left.id === right.id && isEqual(left.name, right.name)
}

/** A resource that the first key doesn't show belongs to another organisation. */
function managedBy(reader: Reader, [first]: readonly Reader[], live: Live): Live {
  return reader === first ? live : { ...live, fields: { ...live.fields, via: aliasOf(reader) } }
}
