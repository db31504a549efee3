import type { Change } from './scalar.ts';

/**
 * Passes what can be read in a value through the function; what does not change keeps its identity.
 *
 * @example
 * const mapLine: Mapper<string> = (text, change) => String(change(text));
 */
export type Mapper<T> = (value: T, change: Change) => T;
