import type { Hooks } from '../contract/hooks/hooks.ts';
import { invalidOption } from '../errors/interpose-error.ts';
import type { HooksRuntime } from './hooks-runtime.ts';

/** What the registries of every copy of this package have, so that those of another copy are known for what they are. */
const MADE_BY_CORE = Symbol.for('interpose.hooks');

/** What registries as apps hold them are made of: only this file can tell which runtime stands behind one. */
export class RuntimeHolder {
  readonly #runtime: HooksRuntime;

  static {
    Object.defineProperty(this.prototype, MADE_BY_CORE, { value: true });
  }

  /** Called by a subclass that is a `Hooks`. */
  constructor(runtime: (hooks: Hooks) => HooksRuntime) {
    this.#runtime = runtime(this as unknown as Hooks); // this class knows no methods of its subclass
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
 * Throws `invalid_option` for hooks that this copy of the package cannot run: those of another copy, and what is none.
 *
 * @example
 * checkHooks(createHooks());
 */
export function checkHooks(hooks: Hooks): void {
  runtimeOf(hooks);
}

/** The runtime behind a registry. Throws `invalid_option` for what `createHooks` of this copy of the package did not make. */
export const runtimeOf: (hooks: Hooks) => HooksRuntime = RuntimeHolder.runtimeOf;

/**
 * True where the chats of these hooks run the other's too: they are the same, or extend them.
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
