import { isPlain } from './is-plain.ts';

/**
 * Returns the text or number that a wrapper object holds, as JSON reads it; any other object unchanged.
 *
 * @example
 * unboxed(new String('ann@mail.example')); // 'ann@mail.example'
 */
export function unboxed(value: object): unknown {
  if (isPlain(value) || !(holds(String, value) || holds(Number, value))) return value;
  return JSON.parse(JSON.stringify(value));
}

/** Tests with the method of the class: names are easily faked, and another realm has its own classes. */
function holds(kind: StringConstructor | NumberConstructor, value: object): boolean {
  try {
    Reflect.apply(kind.prototype.valueOf, value, []);
    return true;
  } catch {
    return false;
  }
}
