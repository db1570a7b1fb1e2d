// The sandbox's keys are public; each shows that it is one, so that nobody mistakes a real key for it.

/** Keys of the default seed's environments. No service but the sandbox knows them. */
export const developmentApiKey = 'dededededededededededededededede'
export const productionApiKey = 'fadefadefadefadefadefadefadefade'

/** What keys of environments that are created later begin with. */
export const madeKeyPrefix = '5a4db0c5'
