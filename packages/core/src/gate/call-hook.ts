import { nesting } from '../context/event-source.ts';
import type { DenyVerdict } from '../contract/decisions/verdict.ts';
import { conditionHolds } from '../registry/condition-holds.ts';
import type { Registration } from '../registry/registration.ts';
import type { EventContext } from '../context/event-context.ts';

/** A hook's failure: it threw, rejected or was late. The object carries it to the code that judges it. */
export class HookFailure {
  readonly error: unknown;
  readonly code: 'hook_failed' | 'hook_timeout';
  readonly #failed = true;

  /** Unlike `instanceof`, this runs no code of the value, which may be a proxy. */
  static is(value: unknown): value is HookFailure {
    return typeof value === 'object' && value !== null && #failed in value && value.#failed;
  }

  constructor(error: unknown, code: 'hook_failed' | 'hook_timeout') {
    this.error = error;
    this.code = code;
  }

  /** Returns the deny for this failure, without the text of the exception. */
  verdict(): DenyVerdict {
    const reason =
      this.code === 'hook_timeout' ? 'A policy hook took too long.' : 'A policy hook failed.';
    return { decision: 'deny', code: this.code, reason };
  }
}

/** Counts the hooks that were asked. */
interface Count {
  hooks: number;
}

/**
 * Calls one hook, unless it was removed or does not apply. A thrown error comes back as a HookFailure. The hook is
 * called as a plain function, so that it never gets the registration as `this`.
 */
export function callHook(hook: Registration, ctx: EventContext, count?: Count): unknown {
  if (hook.disposed) return undefined;
  let returned: unknown;
  nesting.depth++;
  try {
    if (!hook.conditional || applies(hook, ctx)) {
      const { call } = hook;
      if (count !== undefined) count.hooks++;
      returned = call(ctx);
    }
  } catch (error) {
    returned = new HookFailure(error, 'hook_failed');
  }
  nesting.depth--;
  return returned;
}

function applies(hook: Registration, ctx: EventContext): boolean {
  if (!conditionHolds(hook, ctx)) return false;
  if (hook.once) hook.slot?.remove(hook);
  return true;
}
