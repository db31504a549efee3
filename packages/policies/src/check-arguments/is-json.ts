import { isPlain } from '../shared/values/is-plain.ts';

/** Whether JSON can hold a value: plain objects, arrays, strings, finite numbers, booleans and null, at every depth. */
export function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return (
        value === null ||
        ((Array.isArray(value) || isPlain(value)) && Object.values(value).every(isJson))
      );
    default:
      return false;
  }
}
