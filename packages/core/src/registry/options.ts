import type { Approver } from '../contract/decisions/approval.ts';
import type { HooksOptions } from '../contract/hooks/hooks.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import { checkOptions } from '../errors/check-options.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { memoryStore } from '../sessions/memory-store.ts';

/** A registry's options with every default filled in. */
export interface Settings extends Required<Omit<HooksOptions, 'policies' | 'approver'>> {
  readonly approver: Approver | undefined;
  readonly store: StateStore;
}

const NUMBERS = [
  'retries',
  'timeoutMs',
  'approvalTimeoutMs',
  'sessionIdleMs',
  'historyLimit',
  'maxDepth',
] as const;

const FLAGS = ['strict', 'allowRename', 'trace'] as const;

const CHOICES = {
  onError: ['deny', 'throw', 'allow'],
  onDeny: ['message', 'throw'],
  mode: ['enforce', 'monitor'],
} as const;

/**
 * Checks a registry's options and fills in the defaults.
 *
 * @throws InterposeError `invalid_option`, naming the option.
 */
export function readSettings(options: HooksOptions): Settings {
  checkShape(options);
  for (const name of NUMBERS) checkNumber(name, options[name]);
  for (const name of FLAGS) checkKind(name, options[name], 'boolean');
  checkKind('approver', options.approver, 'function');
  if (options.store !== undefined) checkStore(options.store);
  for (const [name, choices] of Object.entries(CHOICES)) {
    checkChoice(name, options[name as keyof typeof CHOICES], choices);
  }
  return {
    approver: options.approver,
    onError: options.onError ?? 'deny',
    onDeny: options.onDeny ?? 'message',
    mode: options.mode ?? 'enforce',
    strict: options.strict ?? true,
    retries: options.retries ?? 2,
    timeoutMs: options.timeoutMs ?? 30_000,
    approvalTimeoutMs: options.approvalTimeoutMs ?? 300_000,
    sessionIdleMs: options.sessionIdleMs ?? 1_800_000,
    historyLimit: options.historyLimit ?? 1000,
    maxDepth: options.maxDepth ?? 16,
    allowRename: options.allowRename ?? false,
    trace: options.trace ?? false,
    store: options.store ?? memoryStore(),
  };
}

const KNOWN = [...NUMBERS, ...FLAGS, ...Object.keys(CHOICES), 'policies', 'approver', 'store'];

/** Refuses every key that is no option, and above all policies that stand where the options belong. */
function checkShape(options: HooksOptions): void {
  const isPolicy = typeof options === 'object' && options !== null && 'hooks' in options;
  if (Array.isArray(options) || isPolicy) {
    throw new InterposeError(
      'invalid_option',
      `createHooks takes options, and got ${isPolicy ? 'a policy' : 'a list'}`,
      'write createHooks({ policies: [policy] })',
    );
  }
  checkOptions('createHooks', options, KNOWN);
  if (options.policies === undefined || Array.isArray(options.policies)) return;
  throw new InterposeError(
    'invalid_option',
    'policies is not a list',
    'write createHooks({ policies: [policy] })',
  );
}

function checkStore(store: StateStore): void {
  if (typeof store?.get === 'function' && typeof store.update === 'function') return;
  throw new InterposeError(
    'invalid_option',
    'store is not a StateStore',
    'pass memoryStore() or one like it',
  );
}

/** Refuses an option of another type than it has to have. */
export function checkKind(
  name: string,
  value: unknown,
  kind: 'boolean' | 'function' | 'number' | 'string',
): void {
  if (value === undefined || typeof value === kind) return;
  const given = typeof value === 'object' ? 'an object' : JSON.stringify(value);
  throw new InterposeError('invalid_option', `${name} is ${given}`, `pass a ${kind}`);
}

function checkNumber(name: string, value: number | undefined): void {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return;
  throw new InterposeError(
    'invalid_option',
    `${name} is ${value}`,
    'pass a number that is not negative',
  );
}

/** Refuses an option that is none of its values. */
export function checkChoice(
  name: string,
  value: string | undefined,
  choices: readonly string[],
): void {
  if (value === undefined || choices.includes(value)) return;
  throw new InterposeError(
    'invalid_option',
    `${name} is ${value}`,
    `pass one of ${choices.join(', ')}`,
  );
}
