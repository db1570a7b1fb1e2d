// The kinds of resources, for completion.
export { registry } from '../../kinds/registry.ts'
