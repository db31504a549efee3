import type { Approver } from '../contract/decisions/approval.ts';
import type { HooksOptions } from '../contract/hooks/hooks.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { checkOptions, type OptionKind } from '../errors/check-options.ts';
import { MODES, ON_ERROR } from './modes.ts';
import { memoryStore } from '../sessions/memory-store.ts';

/** A registry's options with every default filled in. */
export interface Settings extends Required<Omit<HooksOptions, 'policies' | 'approver'>> {
  readonly approver: Approver | undefined;
  readonly store: StateStore;
}

/** What each option may be, and what it is where nobody says. */
const OPTIONS: Readonly<Record<keyof HooksOptions, readonly [kind: OptionKind, usual?: unknown]>> =
  {
    policies: ['any'],
    approver: ['function'],
    onError: [ON_ERROR, 'deny'],
    onDeny: [['message', 'throw'], 'message'],
    mode: [MODES, 'enforce'],
    strict: ['boolean', true],
    retries: ['whole number', 2],
    timeoutMs: ['count', 30_000],
    approvalTimeoutMs: ['count', 300_000],
    sessionIdleMs: ['count', 1_800_000],
    historyLimit: ['whole number', 1000],
    maxDepth: ['whole number', 16],
    allowRename: ['boolean', false],
    trace: ['boolean', false],
    store: ['any'],
  };

const KINDS = Object.fromEntries(Object.entries(OPTIONS).map(([name, [kind]]) => [name, kind]));

/**
 * Checks a registry's options and fills in the defaults.
 *
 * @throws InterposeError `invalid_option`, naming the option.
 */
export function readSettings(options: HooksOptions): Settings {
  checkShape(options);
  const settings: Record<string, unknown> = {};
  for (const [name, [, usual]] of Object.entries(OPTIONS))
    settings[name] = options[name as keyof HooksOptions] ?? usual;
  settings['store'] ??= memoryStore();
  // Every key of the table is there, which no type of an open record can say.
  return settings as unknown as Settings;
}

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
  checkOptions('createHooks', options, KINDS);
  const { policies = [], store } = options;
  // `policies: config.polices` says nothing, and nothing would be policed.
  if (!Array.isArray(policies) || ('policies' in options && options.policies === undefined)) {
    throw new InterposeError(
      'invalid_option',
      'policies is not a list',
      'write createHooks({ policies: [policy] })',
    );
  }
  if (
    store === undefined ||
    (typeof store?.get === 'function' && typeof store.update === 'function')
  )
    return;
  throw new InterposeError(
    'invalid_option',
    'store is not a StateStore',
    'pass memoryStore() or one like it',
  );
}
