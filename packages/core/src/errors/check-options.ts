import { InterposeError, invalidOption } from './interpose-error.ts';
import { nearestName } from './nearest-name.ts';

/**
 * The values of an option: `any`, one type or two, a number that is not negative (`count`), or one of these words.
 *
 * @example
 * const kinds: OptionKinds = { mode: ['enforce', 'monitor'], retries: 'count', tools: 'string or list', when: 'function' };
 */
export type OptionKind = 'any' | OptionType | `${OptionType} or ${OptionType}` | readonly string[];

/**
 * The type of an option. An `object` is not null, a list, a promise, a Map, a Set, a date or a RegExp. A number is not
 * NaN. A `whole number` is not negative, just as a `count`; Infinity is one.
 *
 * @example
 * const type: OptionType = 'count';
 */
export type OptionType =
  | 'boolean'
  | 'count'
  | 'function'
  | 'list'
  | 'number'
  | 'object'
  | 'string'
  | 'whole number';

/**
 * The known options and the values that each of them takes.
 *
 * @example
 * const kinds: OptionKinds = { reason: 'string', offer: 'boolean' };
 */
export type OptionKinds = Readonly<Record<string, OptionKind>>;

/**
 * Throws for options that nothing would read: a value that is no object, an unknown key, a value of a wrong type, or
 * more arguments after the options. Call it first in a function that takes options, so that a typo fails at the start
 * instead of switching a guard off.
 *
 * @param owner the function or policy that takes the options, as messages name it: `denyTools`, `the policy pii`.
 * @param known the names of the options, or their kinds by name.
 * @param more the arguments after those that are read.
 * @example
 * function denyTool(name: string, options: { readonly reason?: string } = {}, ...more: readonly unknown[]): Policy {
 *   checkOptions('denyTool', options, { reason: 'string' }, more);
 *   return { name: 'deny-tool', hooks: { preToolCall: { tool: name, run: () => deny(options.reason ?? 'not here') } } };
 * }
 * try { denyTool('exec', { raeson: 'no shell' } as object); } catch (error) { console.log(error); } // … did you mean reason? …
 * @throws InterposeError with the code given, `invalid_option` by default, naming the nearest option; `invalid_option` for a
 * wrong value and for an argument too many.
 */
export function checkOptions(
  owner: string,
  options: unknown,
  known: OptionKinds | readonly string[],
  more: readonly unknown[] = [],
  code = 'invalid_option',
): void {
  if (more.length > 0)
    throw invalidOption(`${owner} got more arguments than it reads`, 'pass one object of options');
  if (options === undefined) return;
  const names = Array.isArray(known) ? (known as readonly string[]) : Object.keys(known);
  if (typeOf(options) !== 'object')
    throw new InterposeError(
      code,
      `${owner} takes an object, and got ${told(options)}`,
      `pass an object with any of ${names.join(', ')}`,
    );
  // Includes symbols and inherited keys, because code that reads options sees them too. No getter is read.
  const given = [Object.getPrototypeOf(options) as object | null, options as object];
  for (const key of given.flatMap(keysOf)) {
    // A key that a library has added to every object is not an option.
    if (names.includes(key) || key in Object.prototype) continue;
    const nearest = `did you mean ${nearestName(key, names)}? There are ${names.join(', ')}`;
    throw new InterposeError(
      code,
      `${owner} does not know "${key}"`,
      names.length === 0 ? 'drop it, since it takes no options' : nearest,
    );
  }
  // A list of names has no kinds. Its entries have numbers as names, and no option is called by a number.
  for (const [name, kind] of Object.entries<OptionKind>(known as OptionKinds)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !fits(value, kind))
      throw invalidOption(
        `${name} is ${told(value)} in ${owner}`,
        `pass ${typeof kind === 'string' ? worded(kind) : `one of ${kind.join(', ')}`}`,
      );
  }
}

function keysOf(value: object | null): readonly string[] {
  const isListed = (key: PropertyKey): boolean => ({}).propertyIsEnumerable.call(value, key);
  return value === null ? [] : Reflect.ownKeys(value).filter(isListed).map(String);
}

function fits(value: unknown, kind: OptionKind): boolean {
  if (kind === 'any') return true;
  if (typeof kind !== 'string') return kind.includes(value as string);
  const types = kind.split(' or ');
  const type = typeOf(value);
  if (types.includes(type)) return true;
  if (type !== 'number')
    return types.includes('object') && typeof value === 'object' && !NO_OPTIONS.test(type);
  return (
    (value as number) >= 0 &&
    (types.includes('count') ||
      (types.includes('whole number') && Math.floor(value as number) === value))
  );
}

/** Returns the type of a value in the words of the messages; for special objects, the name of their class. */
export function typeOf(value: unknown): string {
  if (value === null || Number.isNaN(value)) return String(value);
  if (typeof value !== 'object') return typeof value;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return KINDS[tag] ?? tag;
}

/** The kinds with other names in messages. A module is the result of `import * as options`. */
const KINDS: Readonly<Record<string, string>> = {
  Array: 'list',
  Module: 'object',
  Object: 'object',
};

/** Objects without named values. In place of an object of options, nothing would be read from them. */
const NO_OPTIONS = /^(?:null|list|Date|Map|Promise|RegExp|Set)$/;

/** Returns a value for a message: text in quotes, to tell it from a number, and only the type of an object. */
export function told(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return Object(value) === value ? withArticle(typeOf(value)) : String(value);
}

function worded(kind: string): string {
  return kind
    .split(' or ')
    .map((type) => {
      const noun = withArticle(type.replace('count', 'number'));
      return /^[cw]/.test(type) ? `${noun} that is not negative` : noun;
    })
    .join(' or ');
}

function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
