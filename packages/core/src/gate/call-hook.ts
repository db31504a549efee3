import { nesting } from '../context/event-source.ts';
import type { DenyVerdict } from '../contract/decisions/verdict.ts';
import { conditionHolds } from '../registry/condition-holds.ts';
import type { Registration } from '../registry/registration.ts';
import type { EventContext } from '../context/event-context.ts';

/** A hook that threw, rejected or was late, carried to where it is judged. */
export class HookFailure {
  readonly error: unknown;
  readonly code: 'hook_failed' | 'hook_timeout';

  constructor(error: unknown, code: 'hook_failed' | 'hook_timeout') {
    this.error = error;
    this.code = code;
  }

  /** The deny this failure counts as; the exception's text stays out of it. */
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
 * Calls one hook unless it is disposed or does not apply; a throw comes back as a HookFailure.
 * The function is called on its own, so that it never sees the registration as `this`.
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
