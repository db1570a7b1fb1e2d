// The least that an apply could be: sends recorded requests with undici and reads the replies, nothing else.
// node bench/bare/replay.mjs URL STAGES.json PARALLEL
//
// STAGES.json holds lists of requests. The requests of a list are sent as many at a time as PARALLEL says; a list begins
// when the one before has been answered.
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'
import { apiKey } from '../service/data.mjs'

const [url, file, parallel] = process.argv.slice(2)
const stages = JSON.parse(readFileSync(file, 'utf8'))
const pool = new Pool(url, { connections: Number(parallel) })
const headers = { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json' }

for (const stage of stages) {
  let next = 0
  const work = async () => {
    for (let request = stage[next++]; request !== undefined; request = stage[next++]) {
      const { statusCode, body } = await pool.request({ ...request, headers })
      await body.json()
      if (statusCode >= 400) throw new Error(`${request.method} ${request.path}: ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(stage.length, Number(parallel)) }, work))
}
await pool.close()
