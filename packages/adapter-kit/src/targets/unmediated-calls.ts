import { InterposeError, type Hooks } from '@interpose/core';
import type { WithHooksOptions } from './adapter-options.ts';
import type { DeclaredPaths } from './capability-rows.ts';
import { notEnforced } from './coverage.ts';
import { reportOnce } from './report-once.ts';

/**
 * What the census of an adapter knows: what it declares unmediated, and the options that may be passed on.
 *
 * @example
 * const surface: KnownSurface = { adapter: 'toy', unmediated: [], options: new Set(['model', 'tools']) };
 */
export interface KnownSurface {
  readonly adapter: string;
  readonly unmediated: readonly DeclaredPaths[];
  readonly options: ReadonlySet<string>;
}

/**
 * What something was hooked with, as far as unmediated calls go.
 *
 * @example
 * const hooking: Hooking = { hooks, options: { require: 'enforced' } };
 */
export interface Hooking {
  readonly hooks: Hooks;
  readonly options: Pick<WithHooksOptions, 'require'>;
}

/**
 * Notes that something is used which passes no hooks. Where no class of the census is about it, as in a newer SDK, that
 * is told once as `unmediated_call`.
 *
 * @throws InterposeError `not_enforced` where `require: 'enforced'` was asked for.
 *
 * @example
 * passUnmediated('pickModel', { adapter: 'toy', unmediated: [], options: new Set() }, { hooks, options: {} });
 */
export function passUnmediated(
  path: string,
  { adapter, unmediated }: KnownSurface,
  { hooks, options }: Hooking,
  remedy: string = "look whether it asks a model, or refuse what is not known with require: 'enforced'",
): void {
  if (options.require === 'enforced')
    throw notEnforced([{ path, event: 'preRequest', status: 'unmediated' }]);
  if (isDeclared(path, unmediated)) return;
  const error = new InterposeError(
    'unmediated_call',
    `${path} is not known to the adapter and passed no hooks`,
    remedy,
  );
  reportOnce(hooks, { adapter, event: 'preRequest', error });
}

/**
 * Notes the options that can act, and may so ask a model past the hooks, of which the census does not know.
 *
 * @throws InterposeError `not_enforced` where `require: 'enforced'` was asked for.
 *
 * @example
 * noteOptions({ model: 'm' }, { adapter: 'toy', unmediated: [], options: new Set() }, { hooks, options: {} });
 */
export function noteOptions(given: object, surface: KnownSurface, hooking: Hooking): void {
  for (const name of Object.keys(given)) {
    if (surface.options.has(name)) continue;
    const value: unknown = Reflect.get(given, name);
    if ((typeof value !== 'object' && typeof value !== 'function') || /context$/i.test(name))
      continue;
    // Of what the census declares, an object of any class is enough: some act by methods that nobody else has.
    if (canAct(value, DEPTH) || (isDeclared(name, surface.unmediated) && hasInstance(value, DEPTH)))
      passUnmediated(name, surface, hooking);
  }
}

/**
 * True for a path that the classes of an adapter declare unmediated.
 *
 * @example
 * isDeclared('rerank', [['rerank | transcribe', 'no event']]); // => true
 */
export function isDeclared(path: string, unmediated: readonly DeclaredPaths[]): boolean {
  return unmediated.some(([paths]) => paths.split(' | ').includes(path));
}

/** How deep an option is searched: a list of settings that name models is three levels. */
const DEPTH = 3;

/** True for a function, for what looks like a model, a tool or an agent, and for plain data that has one of them inside. */
function canAct(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  if (ACTS.some((name) => typeof Reflect.get(value, name) === 'function')) return true;
  if (depth === 0 || isInstance(value) || isSchema(value)) return false;
  return Object.values(value).some((each) => canAct(each, depth - 1));
}

const ACTS = ['doGenerate', 'doStream', 'doEmbed', 'execute', 'generate', 'invoke', 'getResponse'];

/** True for an object of a class, and for plain data that has one inside. */
function hasInstance(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || isInstance(value)) return isInstance(value);
  return depth > 0 && Object.values(value).some((each) => hasInstance(each, depth - 1));
}

/** True for an object of a class, which keeps to itself what it has. */
function isInstance(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null;
}

/**
 * True for a schema: it has functions that judge a value, and asks nobody.
 *
 * @example
 * isSchema({ jsonSchema: { type: 'object' }, validate: () => true }); // => true
 */
export function isSchema(value: object): boolean {
  return '~standard' in value || 'jsonSchema' in value;
}
