// Is loaded into a measured process, and writes its peak memory (KiB) to descriptor 5 when it ends. VmHWM and not `maxRSS`:
// that one keeps what the parent had when it started the process.
const { existsSync, readFileSync, writeSync } = require('node:fs')

process.on('exit', () => {
  const status = '/proc/self/status'
  const peak = existsSync(status)
    ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))[1]
    : process.resourceUsage().maxRSS
  writeSync(5, String(peak))
})
