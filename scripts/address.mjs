// The address of the project has one setting: `repository` in package.json. It is absent while there is no address;
// then nothing that is made from it names one. CONTRIBUTING says how to set it.

const form = /^git\+(https:\/\/[\w.-]+(?::\d+)?(?:\/[\w.~-]+)+)\.git$/

/**
 * For a browser: `https://git.example/acme/belfry`; undefined if package.json names no repository.
 * @param {{ repository?: { type: string, url: string } }} manifest
 * @returns {string | undefined}
 */
export function addressOf({ repository }) {
  if (repository === undefined) return undefined
  const [, address] = form.exec(repository.url) ?? []
  if (address === undefined)
    throw new Error(`repository.url in package.json is ${repository.url}; write git+https://HOST/PATH.git`)
  return address
}

/** A file of a version, as a page. @param {string} address @param {string} version @param {string} path */
export const pageOf = (address, version, path) => `${address}/blob/v${version}/${path}`

/** A file of a version, as it is. @param {string} address @param {string} version @param {string} path */
export const fileOf = (address, version, path) => `${address}/raw/v${version}/${path}`
