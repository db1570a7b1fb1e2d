// What a saved plan says of the key that its fingerprints and its seal are made with, for one target.

export interface SavedSeal {
  /** The service's origin. */
  readonly url: string
  readonly environmentId: string
  /** What the key is made from. */
  readonly keyFrom: 'BELFRY_FINGERPRINT_KEY' | 'apiKey'
  readonly keyId: string
  /** HMAC-SHA256 over all that stands outside `seals`. */
  readonly mac: string
}
