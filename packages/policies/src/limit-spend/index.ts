export type { LimitContext, LimitPer, LimitScope } from '../shared/stores/limit-key.ts';
export { limitSpend } from './limit-spend.ts';
export type { LimitSpendOptions } from './limit-spend-options.ts';
export type { Price, Prices } from './price-of.ts';
