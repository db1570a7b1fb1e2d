// The kinds of resources and the providers that belfry knows, for completion and for the sandbox.
export { providerIds, providerNamed } from '../../kinds/providers.ts'
export { registry } from '../../kinds/registry.ts'
