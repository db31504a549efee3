export { guardEgress } from './guard-egress.ts';
export type { EgressCode, EgressOptions, ResolveName } from './rules/egress-options.ts';
