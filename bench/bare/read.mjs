// The least that a plan could be: parses an NDJSON file and reads all subscribers, page by page.
// node bench/bare/read.mjs URL FILE.ndjson
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Client } from 'undici'
import { apiKey } from '../service/data.mjs'

const [url, file] = process.argv.slice(2)
const headers = { authorization: `ApiKey ${apiKey}` }
let lines = 0
for await (const line of createInterface({ input: createReadStream(file) })) {
  if (JSON.parse(line).subscriberId !== undefined) lines += 1
}
const client = new Client(url)
let after = ''
let read = 0
do {
  const path = `/v2/subscribers?limit=100${after && `&after=${after}`}`
  const { body } = await client.request({ method: 'GET', path, headers })
  const { data, next } = await body.json()
  read += data.length
  after = next
} while (after !== null)
await client.close()
if (read < lines) throw new Error(`${read} subscribers in the service, ${lines} in ${file}`)
