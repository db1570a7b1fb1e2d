// The names of the registry's kinds, for code that must not load the kinds themselves.

export const kindNames: readonly string[] = ['environment', 'integration', 'subscriber']
