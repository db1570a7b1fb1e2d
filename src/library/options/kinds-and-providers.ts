// The kinds and providers that belfry knows, for completion and for the sandbox.
export { kindNames } from '../../kinds/kind.ts'
export { providerIds, providerNamed } from '../../kinds/providers.ts'
