export { circuitBreaker } from './circuit-breaker.ts';
export type { BrokenStep, CircuitBreakerOptions } from './circuit-breaker-options.ts';
