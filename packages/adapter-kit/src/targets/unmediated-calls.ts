import { InterposeError, type Hooks } from '@interpose/core';
import { isRecord } from '../values/data-print.ts';
import type { WithHooksOptions } from './adapter-options.ts';
import type { DeclaredPaths } from './capability-rows.ts';
import { notEnforced } from './coverage.ts';
import { reportOnce } from './report-once.ts';

/**
 * The facts from an adapter's census: the paths that it declares unmediated, and the options that it knows.
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
 * The hooks and options of a hooked target, as far as unmediated calls need them.
 *
 * @example
 * const hooking: Hooking = { hooks, options: { require: 'enforced' } };
 */
export interface Hooking {
  readonly hooks: Hooks;
  readonly options: Pick<WithHooksOptions, 'require'>;
}

/**
 * Reports the use of something that passes no hooks, once as `unmediated_call`, if no class of the census covers it, as
 * in a newer SDK.
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
 * Reports options that the census does not know and that can act: they may ask a model without hooks.
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
    // For a declared option, an object of any class is enough: some act by methods that nothing else has.
    if (canAct(value, DEPTH) || (isDeclared(name, surface.unmediated) && hasInstance(value, DEPTH)))
      passUnmediated(name, surface, hooking);
  }
}

/**
 * Whether the classes of an adapter declare a path unmediated.
 *
 * @example
 * isDeclared('rerank', [['rerank | transcribe', 'no event']]); // => true
 */
export function isDeclared(path: string, unmediated: readonly DeclaredPaths[]): boolean {
  return unmediated.some(([paths]) => paths.split(' | ').includes(path));
}

/** How deep an option is searched: a list of settings that name models is three levels. */
const DEPTH = 3;

/** Whether a value is a function, looks like a model, a tool or an agent, or is plain data with one of these inside. */
function canAct(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  if (ACTS.some((name) => typeof Reflect.get(value, name) === 'function')) return true;
  if (depth === 0 || isInstance(value) || isSchema(value)) return false;
  return Object.values(value).some((each) => canAct(each, depth - 1));
}

const ACTS = ['doGenerate', 'doStream', 'doEmbed', 'execute', 'generate', 'invoke', 'getResponse'];

/** Whether a value is an object of a class, or plain data with one inside. */
function hasInstance(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || isInstance(value)) return isInstance(value);
  return depth > 0 && Object.values(value).some((each) => hasInstance(each, depth - 1));
}

/** Whether a value is an object of a class, whose members may be private. */
function isInstance(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRecord(value);
}

/**
 * Whether a value is a schema: its functions check values and ask no model.
 *
 * @example
 * isSchema({ jsonSchema: { type: 'object' }, validate: () => true }); // => true
 */
export function isSchema(value: object): boolean {
  return '~standard' in value || 'jsonSchema' in value;
}
