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
import { openReaders } from '../plan/reader.ts'
import type { Reader } from '../plan/session.ts'
import { observe } from '../plan/section.ts'
import { inOwnWords } from '../plan/vendor.ts'

export interface LiveTargets {
  readonly problems: readonly Problem[]
  readonly counts: () => Counts
  /** Everything of a kind, in the order of the targets; not of a kind with `all`. */
  readonly all: (kind: Kind) => Promise<readonly InService[]>
  /** Declared resources, in the service's words, and what it shows of each. */
  readonly beside: (kind: Kind, declared: Declared) => Promise<readonly Paired[]>
  /** Of a kind whose `observe` shows only what is declared. */
  readonly pages: (kind: Kind, query: Readonly<Record<string, string>>) => AsyncIterable<readonly InService[]>
}

interface Paired extends Observed {
  readonly target: string | undefined
  readonly desired: Desired
  /** A field that is as a failover left it. */
  readonly failedOver?: string | undefined
}

export async function readTargets(targets: readonly Target[], engine: Engine): Promise<LiveTargets> {
  const { opened, problems, counts } = await openReaders(targets, engine)
  const readers = [...opened.values()]
  return {
    problems,
    counts,
    all: async (kind) => {
      const found: InService[] = []
      for (const reader of readers)
        for await (const { live, warnings = [] } of observe(kind, reader.access, Resources.of([])))
          if (live !== undefined)
            if (kind.scope === 'target') found.push({ target: aliasOf(reader), live, warnings })
            else if (!found.some((other) => isSame(other.live, live)))
              found.push({ target: undefined, live: managedBy(reader, readers, live) })
      return found
    },
    beside: async (kind, declared) => {
      const found: Paired[] = []
      for (const reader of readers) {
        const { session, access } = reader
        const target = kind.scope === 'target' ? aliasOf(reader) : undefined
        const isOwn = ({ declared: { via } }: Desired): boolean =>
          reader === (readers.find((each) => aliasOf(each) === via) ?? readers[0])
        const all =
          target === undefined
            ? Resources.of(declared.organisation.filter(isOwn))
            : declared.forTarget(target)
        const { declared: spoken } = await inOwnWords(session.target, access, all, engine.registry)
        const ofKind = kindsOf(spoken)
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
    },
    async *pages(kind, query) {
      for (const reader of readers) {
        engine.on?.({ type: 'reading', target: aliasOf(reader) })
        for await (const page of kind.all?.(reader.access, query) ?? [])
          yield page.map((live) => ({ target: aliasOf(reader), live }))
      }
    },
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
