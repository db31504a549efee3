import type { Dict } from '../contract/values/index.ts';
import type {
  AllowVerdict,
  AskVerdict,
  DenyVerdict,
  ModifyVerdict,
  RespondVerdict,
  RetryVerdict,
} from '../contract/decisions/verdict.ts';
import { boundedText } from './bounded-text.ts';

/** The one allow verdict. A dispatch also returns it if no hook interfered. */
export const ALLOW: AllowVerdict = Object.freeze({ decision: 'allow' });

/**
 * Lets the step go on, just as returning nothing does.
 *
 * @example
 * allow(); // => { decision: 'allow' }
 */
export function allow(): AllowVerdict {
  return ALLOW;
}

/** A deny with checked fields, so that no dispatch has to check them again. */
class CheckedDeny implements DenyVerdict {
  readonly decision = 'deny';
  declare readonly reason: string;
  declare readonly code?: string;
  declare message?: string;
  declare readonly data?: Dict;
  readonly #checked = true;

  constructor(reason: string, details: DenyDetails) {
    Object.assign(this, details, { decision: 'deny', reason: boundedText(reason) });
    if (details.message !== undefined) this.message = boundedText(details.message);
    Object.freeze(this);
  }

  static isChecked(value: unknown): value is CheckedDeny {
    return typeof value === 'object' && value !== null && #checked in value && value.#checked;
  }
}

/** The fields of a deny apart from its reason. */
export type DenyDetails = Omit<DenyVerdict, 'decision' | 'reason'>;

/**
 * Stops the step.
 *
 * @example
 * hooks.addHook('preToolCall', ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined));
 */
export function deny(reason: string, details: DenyDetails = {}): DenyVerdict {
  const plain: DenyVerdict = { ...details, decision: 'deny', reason };
  return isWellFormed(plain) ? new CheckedDeny(reason, details) : plain;
}

/** Whether `deny()` made and checked this deny. */
export function isCheckedDeny(value: unknown): value is DenyVerdict {
  return CheckedDeny.isChecked(value);
}

/**
 * Runs the step with this value in its slot. The short forms `{ call }`, `{ request }` and so on mean the same.
 *
 * @example
 * hooks.addHook('preRequest', ({ request }) => modify({ ...request, model: 'small' }));
 */
export function modify<Value>(value: Value): ModifyVerdict<Value> {
  return { decision: 'modify', value };
}

/**
 * Skips the step and uses this as its outcome. The short forms `{ result }`, `{ response }` and so on mean the same.
 *
 * @example
 * hooks.addHook('preToolCall', () => respond({ result: 'sunny' }), { tool: 'weather' });
 */
export function respond<Outcome extends Dict>(outcome: Outcome): RespondVerdict<Outcome> {
  return { decision: 'respond', outcome };
}

/**
 * Lets an approver decide.
 *
 * @example
 * hooks.addHook('preToolCall', () => ask('refunds need a person', { remember: 'chat' }), { tool: 'refund' });
 */
export function ask(
  reason: string,
  details: Omit<AskVerdict, 'decision' | 'reason'> = {},
): AskVerdict {
  return { decision: 'ask', reason, ...details };
}

/**
 * Runs the step again, after `delayMs` milliseconds if given.
 *
 * @example
 * hooks.addHook('onRequestError', ({ error }) => (error.status === 429 ? retry({ delayMs: 500 }) : undefined));
 */
export function retry(details: Omit<RetryVerdict, 'decision'> = {}): RetryVerdict {
  return { decision: 'retry', ...details };
}

function isWellFormed(verdict: DenyVerdict): boolean {
  return Object.entries(verdict).every(([key, value]: [string, unknown]) => {
    if (key === 'data') return value === undefined || (typeof value === 'object' && value !== null);
    if (value === undefined) return key !== 'reason' && DENY_TEXTS.has(key);
    return DENY_TEXTS.has(key) && typeof value === 'string';
  });
}

const DENY_TEXTS = new Set(['decision', 'reason', 'code', 'message']);
