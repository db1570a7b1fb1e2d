// The package as npm installs it, in a folder with nothing else.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '../../scripts/address.mjs'
import { pack, type Packed } from '../../scripts/pack.mjs'

export interface Installed extends Packed {
  /** To be removed by the test. */
  readonly folder: string
  /** `node_modules/belfry` in the folder. */
  readonly place: string
  /** The path of the tarball. */
  readonly tarball: string
}

export function installPackage(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-package-'))
  const packed = pack(folder)
  const tarball = join(folder, packed.filename)
  const place = join(folder, 'node_modules/belfry')
  mkdirSync(place, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1'])
  return { ...packed, folder, place, tarball }
}

export function projectManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest
}

export interface Link {
  readonly page: string
  readonly isImage: boolean
  readonly target: string
}

/** All in the pages of a package, outside of code. */
export function linksIn(folder: string, paths: readonly string[]): Link[] {
  return paths
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(join(folder, page), 'utf8').replaceAll(/^```.*?^```$|`[^`\n]*`/gms, '``')
      const found = [...text.matchAll(/(!?)\[[^\]]*\]\(([^)]*)\)/g)]
      return found.map(([, mark, target = '']) => ({ page, isImage: mark === '!', target }))
    })
}
