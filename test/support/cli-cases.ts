// A case is a folder as a user would have it, and the whole text that belfry answers with.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { isProfileName, type ProfileName, type Seed } from '../../src/sandbox/index.ts'
import { version } from '../../src/service/package.ts'
import type { Said } from './cli.ts'
import { expectGolden } from './golden.ts'

export interface Case {
  readonly name: string
  readonly folder: string
  /** Of the file `command`, one line. */
  readonly args: readonly string[]
  /** Of the file `env`. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the file `stdin`. */
  readonly stdin: string
  /** Of the file `sandbox.json`: what is live. Cases without one need no service. */
  readonly seed?: Seed
  /** Of the file `profile`: like which release the service is. */
  readonly profile: ProfileName
}

/** The mistakes that people make. */
export const cases = casesIn('../cases/', 'validate').filter(({ name }) => name !== 'hostile')

/** What people write who want harm, and files that came to harm. */
export const hostileCases = casesIn('../cases/hostile/', 'validate -f manifest.yaml')

function casesIn(path: string, command: string): readonly Case[] {
  const root = fileURLToPath(new URL(path, import.meta.url))
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const folder = join(root, name)
      const seed = textIn(folder, 'sandbox.json', '')
      return {
        name,
        folder,
        args: textIn(folder, 'command', command).trim().split(/\s+/),
        env: parseEnv(textIn(folder, 'env', '')),
        stdin: textIn(folder, 'stdin', ''),
        profile: profileIn(folder),
        ...(seed !== '' && { seed: JSON.parse(seed) as Seed }),
      }
    })
}

/** `exit 3` and what stood on stderr; before it what stood on stdout. */
export function expectedOf({ folder }: Case): string {
  return textIn(folder, 'expected.txt', '')
}

/** Compares with the case's `expected.txt`, which BELFRY_UPDATE rewrites. */
export function expectText({ name, folder }: Case, text: string): void {
  expectGolden({ name, file: join(folder, 'expected.txt') }, text)
}

export function textOf({ exit, out, err }: Said): string {
  const text = `exit ${exit}\n${out.replaceAll(/\d+(?:\.\d)? m?s\b/g, '0.1 s')}${err}`
  return text.replaceAll(`belfry ${version}`, 'belfry {version}')
}

/** The rules that an expected text names. */
export function rulesIn(text: string): string[] {
  return [...text.matchAll(/^(?:\S+:\d+:\d+ {2})?(?:error|warning) {2}([a-z-]+)$/gm)].map(
    ([, rule = '']) => rule,
  )
}

function profileIn(folder: string): ProfileName {
  const name = textIn(folder, 'profile', 'contract').trim()
  if (!isProfileName(name)) throw new Error(`${folder} names an unknown profile: ${name}`)
  return name
}

function textIn(folder: string, file: string, absent: string): string {
  const path = join(folder, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : absent
}
