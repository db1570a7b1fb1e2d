// `belfry --version`, with --debug also the packages that are bundled into this version, from its bill of materials.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { version } from '../../service/package.ts'
import { printResult } from '../terminal/streams.ts'

interface Component {
  readonly name: string
  readonly version?: string
  readonly description?: string
  readonly licenses: readonly { readonly license: { readonly id: string } }[]
}

/** `bill` is the bill of materials, if it is printed too. Returns the exit code. */
export async function printVersion(bill: URL | undefined, process: NodeJS.Process): Promise<number> {
  const { exit, out, err } = bill === undefined ? { exit: 0, out: '', err: '' } : bundled(bill)
  const lost = await printResult(`${version}\n${out}`, process)
  process.stderr.write(err)
  return lost === 0 ? exit : lost
}

/** A line for each package: its name, version and licence. */
export function bundled(bill: URL): { readonly exit: number; readonly out: string; readonly err: string } {
  try {
    return { exit: 0, out: packageLines(readFileSync(bill, 'utf8')), err: '' }
  } catch {
    const err = `belfry: ${fileURLToPath(bill)} can't be read. This file lists the bundled packages. Install belfry again\n`
    return { exit: 1, out: '', err }
  }
}

function packageLines(bill: string): string {
  const { components } = JSON.parse(bill) as { readonly components: readonly Component[] }
  return components
    .map(({ name, version: release, description, licenses }) => {
      const licence = licenses.map(({ license }) => license.id).join(', ')
      return `${name} ${release ?? '-'} ${licence}${description === undefined ? '' : `  ${description}`}\n`
    })
    .join('')
}
