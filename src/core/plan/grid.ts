// All targets beside each other, as a comparison of them shows it.

/**
 * `declared`: a manifest declares the integration, but not whether it is active. `several`: the service has the
 * integration several times, so it can't be compared. `inactivePrimary`: the channel delivers nothing through it.
 */
export type GridState =
  'primary' | 'active' | 'inactive' | 'inactivePrimary' | 'declared' | 'several' | 'absent'

export interface GridRow {
  readonly channel: string
  readonly name: string
  /** By target, in project order. */
  readonly states: Readonly<Record<string, GridState>>
  /** Dotted paths of fields that aren't the same in all targets that have the integration. */
  readonly differs: readonly string[]
  /** Those of them that manifests declare differently on purpose. */
  readonly meant: readonly string[]
  /** Fields that a service doesn't return, so that it is not known whether they differ. */
  readonly unknown: readonly string[]
}

export interface Grid {
  readonly by: 'live' | 'declared'
  readonly targets: readonly string[]
  readonly integrations: readonly GridRow[]
}
