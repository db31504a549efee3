import type { Dict } from '../contract/values/index.ts';
import type {
  AllowVerdict,
  AskVerdict,
  DenyVerdict,
  ModifyVerdict,
  RespondVerdict,
  RetryVerdict,
} from '../contract/decisions/verdict.ts';

/** The one allow verdict; also what a dispatch returns when nothing interfered. */
export const ALLOW: AllowVerdict = Object.freeze({ decision: 'allow' });

/**
 * Go on; the same as returning nothing.
 *
 * @example
 * allow(); // => { decision: 'allow' }
 */
export function allow(): AllowVerdict {
  return ALLOW;
}

/** A deny whose fields were checked when it was made, so that no dispatch has to check them again. */
class CheckedDeny implements DenyVerdict {
  readonly decision = 'deny';
  declare readonly reason: string;
  declare readonly code?: string;
  declare readonly message?: string;
  declare readonly data?: Dict;
  readonly #checked = true;

  constructor(reason: string, details: DenyDetails) {
    Object.assign(this, details, { decision: 'deny', reason });
    Object.freeze(this);
  }

  static isChecked(value: unknown): value is CheckedDeny {
    return typeof value === 'object' && value !== null && #checked in value && value.#checked;
  }
}

/** What a deny may carry besides its reason. */
export type DenyDetails = Omit<DenyVerdict, 'decision' | 'reason'>;

/**
 * The step does not happen.
 *
 * @example
 * hooks.addHook('preToolCall', ({ call }) => (call.name === 'exec' ? deny('no shell') : undefined));
 */
export function deny(reason: string, details: DenyDetails = {}): DenyVerdict {
  const plain: DenyVerdict = { ...details, decision: 'deny', reason };
  return isWellFormed(plain) ? new CheckedDeny(reason, details) : plain;
}

/** True for a deny that `deny()` made and checked. */
export function isCheckedDeny(value: unknown): value is DenyVerdict {
  return CheckedDeny.isChecked(value);
}

/**
 * The step runs with this value in its slot; `{ call }`, `{ request }` and so on say the same.
 *
 * @example
 * hooks.addHook('preRequest', ({ request }) => modify({ ...request, model: 'small' }));
 */
export function modify<Value>(value: Value): ModifyVerdict<Value> {
  return { decision: 'modify', value };
}

/**
 * The step is skipped and this is its outcome; `{ result }`, `{ response }` and so on say the same.
 *
 * @example
 * hooks.addHook('preToolCall', () => respond({ result: 'sunny' }), { tool: 'weather' });
 */
export function respond<Outcome extends Dict>(outcome: Outcome): RespondVerdict<Outcome> {
  return { decision: 'respond', outcome };
}

/**
 * An approver decides.
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
 * Run the step again, after this many milliseconds.
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
