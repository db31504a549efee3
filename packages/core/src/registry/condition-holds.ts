import { InterposeError } from '../errors/interpose-error.ts';
import type { Registration } from './registration.ts';

/**
 * Returns the answer of a hook's `when` for this step; true if the hook has no `when`.
 *
 * @throws InterposeError `invalid_hook` for anything but true or false: a promise or a forgotten `return` must not
 * switch a guard off. The error counts as the hook's failure.
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
