// What `belfry --version --debug` prints: the packages that are bundled into this version, from its bill of materials.

interface Component {
  readonly name: string
  readonly version?: string
  readonly description?: string
  readonly licenses: readonly { readonly license: { readonly id: string } }[]
}

/** A line for each package: its name, version and licence. `bill` is the text of sbom.cdx.json. */
export function bundledText(bill: string): string {
  const { components } = JSON.parse(bill) as { readonly components: readonly Component[] }
  return components
    .map(({ name, version, description, licenses }) => {
      const licence = licenses.map(({ license }) => license.id).join(', ')
      return `${name} ${version ?? '-'} ${licence}${description === undefined ? '' : `  ${description}`}\n`
    })
    .join('')
}
