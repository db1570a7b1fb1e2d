type Limiter = (
  requestsPerSecond: number,
  seconds: number,
) => (now: number) => { readonly isAllowed: boolean; readonly headers: Record<string, string> }

export const limiters: { readonly bucket: Limiter; readonly window: Limiter }
export const silentBucket: Limiter

interface State {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds. */
  readonly reset: number
  readonly isAllowed: boolean
  readonly seconds: number
}
export function stated(state: State): Record<string, string>
