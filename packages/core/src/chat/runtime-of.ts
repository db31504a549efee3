import type { Hooks } from '../contract/hooks/hooks.ts';
import { invalidOption } from '../errors/interpose-error.ts';
import type { HooksRuntime } from './hooks-runtime.ts';

/** A mark on the registries of every copy of this package, so that those of another copy are recognised. */
const MADE_BY_CORE = Symbol.for('interpose.hooks');

/** The base class of registries. Only this file can find the runtime behind one. */
export class RuntimeHolder {
  readonly #runtime: HooksRuntime;

  static {
    Object.defineProperty(this.prototype, MADE_BY_CORE, { value: true });
  }

  /** The subclass that calls this is a `Hooks`. */
  constructor(runtime: (hooks: Hooks) => HooksRuntime) {
    this.#runtime = runtime(this as unknown as Hooks); // the methods of `Hooks` are in the subclass
  }

  static runtimeOf(this: void, hooks: Hooks): HooksRuntime {
    if (typeof hooks === 'object' && hooks !== null && #runtime in hooks) return hooks.#runtime;
    if (isMadeByAnother(hooks))
      throw invalidOption(
        'these hooks come from another copy of @interpose/core than the one in use here',
        'install @interpose/core once; npm ls @interpose/core shows every copy',
      );
    throw invalidOption(
      'these hooks do not come from createHooks',
      'pass what createHooks returned',
    );
  }
}

function isMadeByAnother(hooks: unknown): boolean {
  return typeof hooks === 'object' && hooks !== null && MADE_BY_CORE in hooks;
}

/**
 * Throws `invalid_option` for hooks of another copy of this package, and for values that are not hooks.
 *
 * @example
 * checkHooks(createHooks());
 */
export function checkHooks(hooks: Hooks): void {
  runtimeOf(hooks);
}

/** Returns the runtime behind a registry. Throws `invalid_option` if `createHooks` of this copy did not make it. */
export const runtimeOf: (hooks: Hooks) => HooksRuntime = RuntimeHolder.runtimeOf;

/**
 * Whether chats of `hooks` run the hooks of `other` too: both are the same, or `hooks` extends `other`.
 *
 * @example
 * const hooks = createHooks();
 * includesHooks(hooks.extend(), hooks); // => true
 */
export function includesHooks(hooks: Hooks, other: Hooks): boolean {
  const sought = runtimeOf(other);
  let runtime: HooksRuntime | undefined = runtimeOf(hooks);
  while (runtime !== undefined && runtime !== sought) runtime = runtime.parent;
  return runtime !== undefined;
}
