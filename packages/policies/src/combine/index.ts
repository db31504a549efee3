export { every } from './every.ts';
export { parallel, type ParallelOptions } from './parallel.ts';
export { some } from './some.ts';
export { unless, type Condition } from './unless.ts';
