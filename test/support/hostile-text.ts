// What somebody would write who wants a report to act instead of being read.
export const hostileText = [
  '::error::owned',
  '\n::set-output name=exit::0',
  '\r\n::stop-commands::x',
  '##[add-mask]belfry',
  '%0A::warning::decoded',
  '<script>alert(1)</script>',
  '"><failure message="x"/>',
  ']]><!-- -->&amp;&lol;',
  '\u001B[31mred\u0007',
  '\u202Egnp.exe\u200B',
  '\u0000\uFFFE\uFFFF\uD800',
  '[link](javascript:alert)',
  '{0} ![x](https://evil.example/x.png) @everyone #1',
  'EOF\n__proto__=1',
].join(' ')

/** Characters that act on a terminal or hide something; line breaks aside. */
export function actingIn(text: string): readonly string[] {
  return (text.match(/[\p{Cc}\p{Cf}\p{Cs}]/gu) ?? []).filter((each) => each !== '\n')
}
