// The sandbox's keys are public, and recognisable, so that no real key is confused with them.

/** Keys of the default seed's environments. No service but the sandbox knows them. */
export const developmentApiKey = 'dededededededededededededededede'
export const productionApiKey = 'fadefadefadefadefadefadefadefade'

/** What keys of environments that are created later begin with. */
export const madeKeyPrefix = '5a4db0c5'
