import type { Approver } from '../contract/decisions/approval.ts';
import type { HookOptions } from '../contract/hooks/hook.ts';
import type { HooksOptions } from '../contract/hooks/hooks.ts';
import type { StateStore } from '../contract/hooks/store.ts';
import { type InterposeError, invalidOption } from '../errors/interpose-error.ts';
import { checkOptions, type OptionKind } from '../errors/check-options.ts';
import type { EventDefinition } from './events/event-table.ts';
import { MODES, ON_ERROR } from './modes.ts';
import { memoryStore } from '../sessions/memory-store.ts';

/** The options of a registry with all defaults filled in. */
export interface Settings extends Required<Omit<HooksOptions, 'policies' | 'approver'>> {
  readonly approver: Approver | undefined;
  readonly store: StateStore;
}

/** The kind and the default of each option. */
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
export function readSettings(options: HooksOptions, more: readonly unknown[] = []): Settings {
  checkShape(options, more);
  const settings: Record<string, unknown> = {};
  for (const [name, [, usual]] of Object.entries(OPTIONS))
    settings[name] = options[name as keyof HooksOptions] ?? usual;
  settings['store'] ??= memoryStore();
  // All keys of the table are set, but no type of an open record can express that.
  return settings as unknown as Settings;
}

/** Throws for unknown keys, and above all for a policy in place of options. */
function checkShape(options: HooksOptions, more: readonly unknown[]): void {
  if ((options as { readonly hooks?: unknown } | null)?.hooks !== undefined)
    throw misplaced(OWNER, `${OWNER} takes options, and got a policy`);
  checkOptions(OWNER, options, KINDS, more);
  checkPolicies(OWNER, options);
  const { store } = options;
  if (store !== undefined && !METHODS.every((name) => typeof store?.[name] === 'function'))
    throw invalidOption('store is not a StateStore', 'pass memoryStore() or one like it');
}

const METHODS = ['get', 'set', 'update', 'clear'] as const;

/** Throws if `policies` is not a list: after `policies: config.polices`, no policy would run. */
export function checkPolicies(owner: string, options: Pick<HooksOptions, 'policies'>): void {
  if ('policies' in options && !Array.isArray(options.policies))
    throw misplaced(owner, 'policies is not a list');
}

const OWNER = 'createHooks';

function misplaced(owner: string, problem: string): InterposeError {
  return invalidOption(problem, `write ${owner}({ policies: [policy] })`);
}

/** The events whose hooks may hold back a stream, so that `stream: 'observe'` says something there. */
const STREAMED: ReadonlySet<string> = new Set(['onResponseDelta', 'onResponse', 'onAgentResponse']);

/** Throws for an option without effect at this event: hooks on observed events hold nothing up and decide nothing. */
export function checkPlace(
  { name, kind, keys }: EventDefinition,
  options: HookOptions<never>,
): void {
  const idle = Object.entries(options).find(([option, value]) => {
    if (value === undefined) return false;
    if (option === 'tool') return keys?.includes('call') === false;
    if (option === 'window') return name !== 'onResponseDelta';
    if (option === 'stream') return !STREAMED.has(name);
    return kind === 'observer' && /^(?:always|onError|timeoutMs)$/.test(option);
  });
  if (idle) throw invalidOption(`${idle[0]} says nothing at ${name}`, 'drop it');
}
