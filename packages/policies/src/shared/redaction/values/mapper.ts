import type { Change } from './scalar.ts';

/**
 * Maps everything readable in a value; unchanged parts keep their identity.
 *
 * @example
 * const mapLine: Mapper<string> = (text, change) => String(change(text));
 */
export type Mapper<T> = (value: T, change: Change) => T;
