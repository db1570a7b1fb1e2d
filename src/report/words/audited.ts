// What an audit read, in the words of text and of the web page. The findings are problems, which text shows on stderr.
import { counted, listText } from '../../core/words.ts'
import { visible } from '../../core/visible.ts'
import type { AuditAccount } from '../account.ts'

export function auditText(account: AuditAccount): string {
  const lines = [
    ...auditLines(account),
    ...(account.findings === undefined ? [] : [`${findingsText(account)}.`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Unread parts may have findings too. */
export function findingsText({ findings = 0, unread }: AuditAccount): string {
  const found = findings === 0 ? 'No findings' : counted(findings, 'finding')
  if (unread === undefined) return found
  return findings === 0 ? 'The audit is not complete' : `${found}, but the audit is not complete`
}

/** One for each target. */
export function auditLines({ targets = [], unread = [] }: AuditAccount): readonly string[] {
  const audited = targets.map(({ target, integrations, subscribers, unchecked }) => {
    const read = `${counted(integrations, 'integration')} and ${counted(subscribers, 'subscriber')}`
    const not =
      unchecked === undefined ? '' : " The service doesn't return credentials, so belfry didn't check them."
    return visible(`Audited target ${target}: ${read}.${not}`)
  })
  const missed = unread.map(({ target, kinds }) => {
    const what = listText(kinds.map((kind) => `${kind}s`))
    return visible(`Not read completely: the ${what} of target ${target}.`)
  })
  return [...audited, ...missed]
}
