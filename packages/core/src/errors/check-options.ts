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
 * Refuses options that nobody would read: what is no object, every key that is not known, and every value that is not
 * what it has to be. Call it first in a function that takes options, so that a slip of the pen fails at the start instead
 * of switching a guard off.
 *
 * @param owner what takes the options, as the message names it: `denyTools`, `the policy pii`.
 * @param known the names of the options, or what each may be by name.
 * @example
 * function denyTool(name: string, options: { readonly reason?: string } = {}): Policy {
 *   checkOptions('denyTool', options, { reason: 'string' });
 *   return { name: 'deny-tool', hooks: { preToolCall: { tool: name, run: () => deny(options.reason ?? 'not here') } } };
 * }
 * try { denyTool('exec', { raeson: 'no shell' } as object); } catch (error) { console.log(error); } // … did you mean reason? …
 * @throws InterposeError with the code given, `invalid_option` by default, naming the nearest option; `invalid_option` for a
 * wrong value.
 */
export function checkOptions(
  owner: string,
  options: unknown,
  known: OptionKinds | readonly string[],
  code = 'invalid_option',
): void {
  if (options === undefined) return;
  const kinds = Array.isArray(known) ? {} : (known as OptionKinds);
  const names = Array.isArray(known) ? (known as readonly string[]) : Object.keys(kinds);
  if (typeOf(options) !== 'object')
    throw new InterposeError(
      code,
      `${owner} takes an object, and got ${told(options)}`,
      `pass an object with any of ${names.join(', ')}`,
    );
  for (const key of Object.keys(options as object)) {
    if (names.includes(key)) continue;
    throw new InterposeError(
      code,
      `${owner} does not know "${key}"`,
      names.length === 0
        ? 'drop it, since it takes no options'
        : `did you mean ${nearestName(key, names)}? There are ${names.join(', ')}`,
    );
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !fits(value, kind))
      throw invalidOption(
        `${name} is ${told(value)} in ${owner}`,
        typeof kind === 'string' ? `pass ${worded(kind)}` : `pass one of ${kind.join(', ')}`,
      );
  }
}

function fits(value: unknown, kind: OptionKind): boolean {
  if (kind === 'any') return true;
  if (typeof kind !== 'string') return kind.includes(value as string);
  const types = kind.split(' or ');
  const type = typeOf(value);
  if (types.includes(type)) return true;
  if (type !== 'number' || Number(value) < 0) return false;
  return (
    types.includes('count') ||
    (types.includes('whole number') && Math.floor(Number(value)) === value)
  );
}

function typeOf(value: unknown): string {
  if (value === null || Number.isNaN(value)) return String(value);
  if (typeof value !== 'object') return typeof value;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return NO_OPTIONS[tag] ?? 'object';
}

/** Objects that hold nothing under a name: read as options they would say nothing, without a word. */
const NO_OPTIONS: Readonly<Record<string, string>> = {
  Array: 'list',
  Date: 'date',
  Map: 'Map',
  Promise: 'promise',
  RegExp: 'RegExp',
  Set: 'Set',
};

/** Text in quotes, so that it is told from a number; of an object only what it is. */
function told(value: unknown): string {
  const type = typeOf(value);
  if (type === 'string') return JSON.stringify(value);
  return /^(list|function|object|date|Map|promise|RegExp|Set)$/.test(type)
    ? withArticle(type)
    : String(value);
}

function worded(kind: string): string {
  return kind
    .split(' or ')
    .map((type) => WORDS[type] ?? withArticle(type))
    .join(' or ');
}

const WORDS: Readonly<Record<string, string>> = {
  count: 'a number that is not negative',
  'whole number': 'a whole number that is not negative',
};

function withArticle(noun: string): string {
  return `${noun === 'object' ? 'an' : 'a'} ${noun}`;
}
