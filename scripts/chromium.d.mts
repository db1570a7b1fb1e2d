// What the tests may know of it.
import type { Browser } from 'playwright-core'

export function findChromium(): string | undefined
export function openChromium(executablePath?: string): Promise<Browser>
