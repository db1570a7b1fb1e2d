// What differs from run to run, made alike: the port, durations, dates and random IDs.
const uuid = '5f0c9a3e-8d1b-4c55-9f3a-2f6f1d7c0a11'

export function steady(text: string, url: string): string {
  const { port } = new URL(url)
  return (
    text
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:4111')
      .replaceAll(`sandbox:${port}`, 'sandbox')
      .replaceAll(/\burl: sandbox:\d+/g, 'url: sandbox')
      .replaceAll(/(?<=, | {3})\d+(?:\.\d+)? m?s\b/g, '0.1 s')
      .replaceAll(/(?<= {2}|\. )\d+(?:\.\d+)? m?s$/gm, '0.1 s')
      // In a failed case, a place follows.
      .replaceAll(/(?<=^ {2}FAILED .* )\d+(?:\.\d+)? m?s(?= {2})/gm, '0.1 s')
      .replaceAll(/\bin \d+ ms\b/g, 'in 9 ms')
      .replaceAll(/\b(Over|Finished) after \d+(?:\.\d+)? s\b/g, '$1 after 0.6 s')
      .replaceAll(/\bbelfry-(?:smoke-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, `belfry-${uuid}`)
      .replaceAll(/\b[\da-f]{12}(?= \(merge base)/g, '1a2b3c4d5e6f')
      .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '2026-02-01T09:00:00.000Z')
  )
}
