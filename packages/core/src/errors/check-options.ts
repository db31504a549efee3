import { InterposeError, invalidOption } from './interpose-error.ts';
import { nearestName } from './nearest-name.ts';

/**
 * What an option may be: `any`, of one type or of several, a number that is not negative (`count`), or one of these words.
 *
 * @example
 * const kinds: OptionKinds = { mode: ['enforce', 'monitor'], retries: 'count', tools: 'string or list', when: 'function' };
 */
export type OptionKind = 'any' | OptionType | `${OptionType} or ${OptionType}` | readonly string[];

/**
 * The type of an option: null is no object, nor is a list, a promise, a Map, a Set, a date or a RegExp; and NaN is no number. A `whole number`, as a `count`, is
 * not negative; Infinity is one.
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
 * The options there are, and what each may be.
 *
 * @example
 * const kinds: OptionKinds = { reason: 'string', offer: 'boolean' };
 */
export type OptionKinds = Readonly<Record<string, OptionKind>>;

/**
 * Refuses what nobody would read: options that are no object, a key that is not known, a value that is not what it has
 * to be, and arguments behind the options. Call it first in a function that takes options, so that a slip of the pen
 * fails at the start instead of switching a guard off.
 *
 * @param owner what takes the options, as the message names it: `denyTools`, `the policy pii`.
 * @param known the names of the options, or what each may be by name.
 * @param more the arguments that follow those which are read.
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
  // Symbols, and what is inherited, as well: whoever reads options sees them too.
  const given = { ...(Object.getPrototypeOf(options) as object | null), ...(options as object) };
  for (const key of Reflect.ownKeys(given).map(String)) {
    // What a library has added to every object is no option.
    if (names.includes(key) || key in Object.prototype) continue;
    const nearest = `did you mean ${nearestName(key, names)}? There are ${names.join(', ')}`;
    throw new InterposeError(
      code,
      `${owner} does not know "${key}"`,
      names.length === 0 ? 'drop it, since it takes no options' : nearest,
    );
  }
  // Names alone say nothing of values: their entries are called by numbers, as no option is.
  for (const [name, kind] of Object.entries<OptionKind>(known as OptionKinds)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !fits(value, kind))
      throw invalidOption(
        `${name} is ${told(value)} in ${owner}`,
        `pass ${typeof kind === 'string' ? worded(kind) : `one of ${kind.join(', ')}`}`,
      );
  }
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

/** What a value is, in the words of the messages; of objects that are more than their keys, the name of their kind. */
export function typeOf(value: unknown): string {
  if (value === null || Number.isNaN(value)) return String(value);
  if (typeof value !== 'object') return typeof value;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return KINDS[tag] ?? tag;
}

/** A module is what `import * as options` gives. */
const KINDS: Readonly<Record<string, string>> = {
  Array: 'list',
  Module: 'object',
  Object: 'object',
};

/** Objects that hold nothing under a name: in place of an option that is an object they would say nothing. */
const NO_OPTIONS = /^(?:null|list|Date|Map|Promise|RegExp|Set)$/;

/** Text in quotes, so that it is told from a number; of an object only what it is. */
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
