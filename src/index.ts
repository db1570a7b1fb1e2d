// The library: opens a project, and validates, plans, applies and tests it from a program.
export { open } from './library/open.ts'
export { BelfryError } from './library/error.ts'
export type * from './library/method-options.ts'
export type * from './library/option-types.ts'
export type * from './library/results.ts'
export type * from './library/types.ts'
export { version } from './service/package.ts'
