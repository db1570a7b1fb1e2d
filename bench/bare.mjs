// The least that an apply could be: sends recorded requests with undici and reads the replies, nothing else.
// node bench/bare.mjs URL REQUESTS.json PARALLEL
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'

const [url, file, parallel] = process.argv.slice(2)
const requests = JSON.parse(readFileSync(file, 'utf8'))
const pool = new Pool(url, { connections: Number(parallel) })
let next = 0

async function work() {
  for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
    const { statusCode, body } = await pool.request(request)
    await body.text()
    if (statusCode >= 400)
      throw new Error(`${request.method} ${request.path} was answered with ${statusCode}`)
  }
}

await Promise.all(Array.from({ length: Number(parallel) }, work))
await pool.close()
