// The names of the kinds of the registry, for what must not load the kinds themselves.

export const kindNames: readonly string[] = ['environment', 'integration', 'subscriber']
