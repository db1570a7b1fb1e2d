// Puts the files of a commit into a folder of their own: from the objects as they are, without a checkout.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Entry, Repository } from './repository.ts'

/** How much is asked of git at once, in bytes. */
const portion = 64 * 1024 * 1024

/** `folder` is new and empty. Says which objects are not in this clone. */
export async function extract(
  entries: readonly Entry[],
  repository: Repository,
  folder: string,
): Promise<readonly Entry[]> {
  const missing: Entry[] = []
  // Links come last: nothing is ever written through one.
  const links: (() => void)[] = []
  for (const some of portions(entries)) {
    const contents = await repository.contentsOf(some.map(({ id }) => id))
    for (const [index, entry] of some.entries()) {
      const content = contents[index]
      const path = join(folder, entry.path)
      if (content === undefined) missing.push(entry)
      else if (entry.type === 'link') links.push(() => symlinkSync(content.toString('utf8'), path))
      else {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, content)
      }
      if (entry.type === 'link') mkdirSync(dirname(path), { recursive: true })
    }
  }
  for (const link of links) link()
  return missing
}

function* portions(entries: readonly Entry[]): Iterable<readonly Entry[]> {
  let some: Entry[] = []
  let size = 0
  for (const entry of entries) {
    if (some.length > 0 && size + entry.size > portion) {
      yield some
      some = []
      size = 0
    }
    some.push(entry)
    size += entry.size
  }
  if (some.length > 0) yield some
}
