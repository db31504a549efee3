import { notEnforced, reportOnce, type WithHooksOptions } from '@interpose/adapter-kit';
import { InterposeError, type Hooks } from '@interpose/core';
import { isHolder } from '../targets/shapes.ts';
import { EXPORTS, OPTIONS, UNMEDIATED } from './declared.ts';

/** What something was hooked with. */
interface Hooking {
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
}

/**
 * Notes that something is used which passes no hooks. Where no class of the census is about it, as in a newer SDK, that
 * is told once.
 *
 * @throws InterposeError `not_enforced` where `require: 'enforced'` was asked for.
 */
export function passUnmediated(path: string, { hooks, options }: Hooking): void {
  if (options.require === 'enforced')
    throw notEnforced([{ path, event: 'preRequest', status: 'unmediated' }]);
  if (isDeclared(path)) return;
  const error = new InterposeError(
    'unmediated_call',
    `${path} is not known to the adapter and passed no hooks`,
    "look whether it asks a model, or refuse what is not known with require: 'enforced'",
  );
  reportOnce(hooks, { adapter: 'ai-sdk', event: 'preRequest', error });
}

/**
 * Checks the options of a call, or what its `prepareStep` answered: one that can act and that the census does not know
 * may ask a model past the hooks.
 *
 * @throws InterposeError `not_enforced` where `require: 'enforced'` was asked for.
 */
export function checkCallOptions(given: object, hooking: Hooking): void {
  for (const [name, value] of Object.entries(given))
    if (!OPTIONS.has(name) && canAct(value) && !/context$/i.test(name))
      passUnmediated(name, hooking);
}

/** The exports that neither are hooked nor may be used as they are, each so that its use is noted. */
export function noteUses(
  module: Readonly<Record<string, unknown>>,
  hooked: Readonly<Record<string, unknown>>,
  hooking: Hooking,
): Record<string, unknown> {
  const open = Object.entries(module).filter(
    ([name, own]) => !(name in hooked) && isOpen(name, own, hooking),
  );
  return Object.fromEntries(
    open.map(([name, own]) => [
      name,
      new Proxy(own as Callable, {
        apply(target, self, given: unknown[]): unknown {
          passUnmediated(name, hooking);
          return Reflect.apply(target, self, given);
        },
        construct(target, given: unknown[], newTarget): object {
          passUnmediated(name, hooking);
          return Reflect.construct(target, given, newTarget) as object;
        },
      }),
    ]),
  );
}

type Callable = (...given: unknown[]) => unknown;

function isOpen(name: string, own: unknown, { options }: Hooking): boolean {
  if (typeof own !== 'function' || EXPORTS.has(name) || isError(own)) return false;
  return options.require === 'enforced' || !isDeclared(name);
}

function isError({ prototype }: { readonly prototype?: unknown }): boolean {
  return prototype instanceof Error;
}

function isDeclared(path: string): boolean {
  return UNMEDIATED.some(([paths]) => paths.split(' | ').includes(path));
}

/** True for a function, and for what looks like a model, a tool or an agent. */
function canAct(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? [value].flat().some((each) => typeof each === 'function' || isActor(each))
    : typeof value === 'function';
}

const ACTS = ['doGenerate', 'doStream', 'doEmbed', 'execute', 'generate'];

function isActor(value: unknown): boolean {
  return isHolder(value) && ACTS.some((name) => typeof value[name] === 'function');
}
