// The providers that belfry knows, for the sandbox and for completion.
export { providerIds, providerNamed } from '../../kinds/providers.ts'
