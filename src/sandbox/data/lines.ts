// One line of a file that must survive a kill: a checksum, a space, and JSON.
import { crc32 } from 'node:zlib'

export function encoded(value: unknown): string {
  const json = JSON.stringify(value)
  return `${checksum(json)} ${json}\n`
}

/** Undefined when the line isn't whole. */
export function decoded(line: string): unknown {
  const json = line.slice(9)
  return line[8] === ' ' && line.slice(0, 8) === checksum(json) ? (JSON.parse(json) as unknown) : undefined
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
