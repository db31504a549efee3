import { InterposeError } from '../errors/interpose-error.ts';
import type { Registration } from './registration.ts';

/**
 * What a hook's `when` says of this step; true where it has none.
 *
 * @throws InterposeError `invalid_hook` for anything but true or false: a promise, or a `return` that was forgotten, must
 * not leave a guard out. Thrown in a hook's place, it counts as the hook's failure.
 */
export function conditionHolds(hook: Registration, ctx: unknown): boolean {
  if (hook.when === undefined) return true;
  const said: unknown = hook.when(ctx as never);
  if (typeof said === 'boolean') return said;
  throw new InterposeError(
    'invalid_hook',
    `when of ${hook.label} gave neither true nor false`,
    'return one of them, and not a promise',
  );
}
