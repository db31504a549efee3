export { every } from './every.ts';
export { some } from './some.ts';
export { unless, type Condition } from './unless.ts';
