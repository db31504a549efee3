export { guardEgress } from './guard-egress.ts';
export type { ResolveName } from './hosts/resolve-names.ts';
export type { EgressCode, EgressOptions } from './rules/egress-options.ts';
