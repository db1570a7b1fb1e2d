// The providers that belfry knows, for completion and for the sandbox.
export { providerIds, providerNamed } from '../../kinds/providers.ts'
