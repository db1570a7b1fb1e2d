// Counts the steps of some work. Unlike its time, they are the same on each machine, however busy it is.
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { rolldown } from 'rolldown'

/** What a file of work exports. It returns the function whose steps are counted, and prepares for it uncounted. */
export type Work = (size: number) => () => unknown

type Steps = Readonly<Record<string, readonly number[]>>

/** Four times as much takes linear work 4 times as many steps, quadratic work 16 times. */
const times = 4
export const linear = 5

/** How many times as many steps each export of a file takes for four times the size. */
export async function growthOf(file: string, size: number): Promise<Readonly<Record<string, number>>> {
  const steps = await stepsOf(file, [size, times * size])
  return Object.fromEntries(
    Object.entries(steps).map(([name, [few = 0, many = 0]]) => [name, many / few] as const),
  )
}

/** The file is bundled with all that it imports: a thread without vitest can't read TypeScript. */
async function stepsOf(file: string, sizes: readonly number[]): Promise<Steps> {
  const bundle = await rolldown({ input: file, platform: 'node', external: /^node:/ })
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false })
  await bundle.close()
  const [{ code }] = output
  const worker = new Worker(join(import.meta.dirname, 'worker.mjs'), { workerData: { code, sizes } })
  const [steps] = (await once(worker, 'message')) as [Steps]
  await worker.terminate()
  return steps
}
