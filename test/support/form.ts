// Which form of the tests runs: all cases with BELFRY_TESTS=full, as CI does, or a sample of them.
import { env } from 'node:process'

export const isFull = env['BELFRY_TESTS'] === 'full'
