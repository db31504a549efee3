export type { LimitContext, LimitPer, LimitScope } from '../shared/stores/limit-key.ts';
export { limitRate } from './limit-rate.ts';
export type { LimitRateOptions, RateEvent } from './limit-rate-options.ts';
