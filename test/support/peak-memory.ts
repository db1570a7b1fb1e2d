// The most memory that a child process ever had, measured by the process itself.

/**
 * Of Linux, and not `maxRSS`: a child starts as a copy of its parent, and `maxRSS` keeps what the parent had then. VmHWM
 * begins with the program itself. Other systems have only `maxRSS`.
 */
const measure = `import { existsSync, readFileSync } from 'node:fs'
const peak = () => existsSync('/proc/self/status')
  ? /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
  : process.resourceUsage().maxRSS
process.on('exit', () => process.stderr.write('peak ' + peak()))`

/** Options of Node that make a program print its peak at the end of stderr. */
export const measured = ['--import', `data:text/javascript,${encodeURIComponent(measure)}`]

/** In MiB. */
export function peakIn(stderr: string): number {
  return Number(/peak (\d+)$/.exec(stderr)?.[1]) / 1024
}
