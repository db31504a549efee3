import { isPlain } from './is-plain.ts';

/**
 * What an object that holds one text or number says, as JSON reads it; any other object as it is.
 *
 * @example
 * unboxed(new String('ann@mail.example')); // 'ann@mail.example'
 */
export function unboxed(value: object): unknown {
  if (isPlain(value) || !(holds(String, value) || holds(Number, value))) return value;
  return JSON.parse(JSON.stringify(value));
}

/** Asks the object itself: the name of a class is easily given, and another realm has classes of its own. */
function holds(kind: StringConstructor | NumberConstructor, value: object): boolean {
  try {
    Reflect.apply(kind.prototype.valueOf, value, []);
    return true;
  } catch {
    return false;
  }
}
