// Made from package.json by `npm run generate`; do not edit. Constants, so that no file is read at start-up.
/** The version of this package. */
export const version = '0.1.0'

/** The oldest release of Node.js that runs it: `20.19`. */
export const oldestNode = '20.19'

/** The URL of the project, without a slash at the end; undefined if package.json names no repository. */
export const address: string | undefined = undefined
