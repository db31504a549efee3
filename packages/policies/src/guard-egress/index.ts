export { guardEgress } from './guard-egress.ts';
export type { EgressCode, EgressOptions, ResolveName } from './egress-options.ts';
