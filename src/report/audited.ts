// What an audit read, in the words of text and of the web page. The findings are problems, which text shows on stderr.
import { counted } from '../core/words.ts'
import { visible } from '../core/visible.ts'
import type { AuditAccount } from './account.ts'

export function auditText({ targets, findings, manifest }: AuditAccount): string {
  if (manifest !== undefined) return manifest
  const lines = [...auditLines(targets), ...(findings === undefined ? [] : [`${findingsText(findings)}.`])]
  return lines.map((line) => `${line}\n`).join('')
}

export function findingsText(findings: number): string {
  return findings === 0 ? 'No findings' : counted(findings, 'finding')
}

/** One for each target. */
export function auditLines(targets: AuditAccount['targets'] = []): readonly string[] {
  return targets.map(({ target, integrations, subscribers, unchecked }) => {
    const read = `${counted(integrations, 'integration')} and ${counted(subscribers, 'subscriber')}`
    const not =
      unchecked === undefined ? '' : " The service doesn't return credentials, so belfry didn't check them."
    return visible(`Audited target ${target}: ${read}.${not}`)
  })
}
