// What a shell of a replayed page starts as `belfry`: it hands the command to the test, which runs the program.
import { once } from 'node:events'
import { request } from 'node:http'
import { fstatSync } from 'node:fs'

const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:PATH|PWD|OLDPWD|SHLVL|_|REPLAY_\w+)$/.test(name)),
)
const input = fstatSync(0).isCharacterDevice() ? '' : await textOf(process.stdin)
const call = request(process.env.REPLAY_URL, { method: 'POST' })
call.end(JSON.stringify({ args: process.argv.slice(2), env, cwd: process.cwd(), input }))
const [reply] = await once(call, 'response')
const { exit, said } = JSON.parse(await textOf(reply))
for (const [stream, text] of said) await new Promise((done) => process[stream].write(text, done))
process.exitCode = exit

async function textOf(stream) {
  let text = ''
  for await (const part of stream.setEncoding('utf8')) text += part
  return text
}
