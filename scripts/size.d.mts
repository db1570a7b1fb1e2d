export declare function codeIn(
  file: string,
  text: string,
): { readonly lines: number; readonly characters: number }
export declare function outlineOf(
  file: string,
  text: string,
): {
  readonly names: readonly string[]
  readonly imports: readonly { readonly from: string; readonly name: string }[]
  readonly long: readonly string[]
}
