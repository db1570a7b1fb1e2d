// What the tests may know of it.
export interface Manifest {
  readonly version: string
  readonly repository?: { readonly type: 'git'; readonly url: string }
}

export function addressOf(manifest: Pick<Manifest, 'repository'>): string | undefined
