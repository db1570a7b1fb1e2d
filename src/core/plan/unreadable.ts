// The settings that send fields which the service doesn't show; every format prints this sentence.

/** `mark` marks what a reader copies, for example as code in Markdown. */
export function unreadableAdvice(mark: (text: string) => string = (text) => `"${text}"`): string {
  return (
    `To send these fields at every apply, set ${mark('unreadable: always')} in the project file. ` +
    `To send these fields only if their values changed since the last apply, set ${mark('unreadable: ledger')}.`
  )
}
