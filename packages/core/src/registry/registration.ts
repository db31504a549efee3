import type { HookOptions, ObserverOptions, OnError } from '../contract/hooks/hook.ts';
import type { Policy } from '../contract/hooks/hooks.ts';
import { InterposeError, invalidOption } from '../errors/interpose-error.ts';
import { checkOptions, type OptionKinds } from '../errors/check-options.ts';
import { MODES, ON_ERROR } from './modes.ts';
import { matchName, toolNameOf, type NameTest } from './name-pattern.ts';

/** A hook or an observer as a plain function. */
export type Callee = (ctx: never, record?: never) => unknown;

/** The defaults that a registration takes from its registry. */
export interface RegistrationDefaults {
  readonly onError: OnError;
  readonly timeoutMs: number;
  readonly mode: 'enforce' | 'monitor';
}

let registered = 0;

const HOOK_OPTIONS: OptionKinds = {
  name: 'string',
  priority: 'number',
  tool: 'any',
  agent: 'any',
  when: 'function',
  onError: ON_ERROR,
  timeoutMs: 'count',
  once: 'boolean',
  signal: 'object',
  always: 'boolean',
  mode: MODES,
  stream: ['observe'],
  window: 'count or function',
};
const OBSERVER_OPTIONS: OptionKinds = {
  name: 'string',
  priority: 'number',
  run: ['parallel', 'sequence'],
  onError: ['report', 'throw'],
  signal: 'object',
};

/** One hook at one event, with all options filled in. */
export interface Registration {
  /** `policy/hook`; or the hook's name, if it belongs to no policy. */
  readonly label: string;
  /** The policy's name; or the hook's, if it belongs to no policy. */
  readonly policy: string;
  /** The version of the policy, a part of every approval digest; empty without one. */
  readonly version: string;
  readonly call: (ctx: unknown, record?: unknown) => unknown;
  readonly priority: number;
  readonly order: number;
  readonly tool: NameTest | undefined;
  /** The given `tool` and `agent`, each until it matched one that acted or was reported; undefined without either. */
  readonly unseen: { tool: string | undefined; agent: string | undefined } | undefined;
  readonly agent: NameTest | undefined;
  readonly when: ((ctx: never) => boolean) | undefined;
  readonly onError: OnError;
  /** In milliseconds; Infinity for no limit. */
  readonly timeoutMs: number;
  readonly once: boolean;
  /** Whether a call depends on more than the list that the hook is in. */
  readonly conditional: boolean;
  readonly always: boolean;
  readonly monitor: boolean;
  /** Whether the hook watches a stream without holding it back. */
  readonly streamObserver: boolean;
  readonly window: number | ((pending: string) => number);
  disposed: boolean;
  /** The slot that the hook is in. */
  slot: HookSlot | undefined;
}

/** A place from which a hook can be removed. */
export interface HookSlot {
  remove(hook: Registration): void;
}

/** Checks and fills in the options of a hook. Throws `invalid_option`, for example for a filter under a wrong name. */
export function registerHook(
  event: string,
  call: Callee,
  options: HookOptions<never>,
  defaults: RegistrationDefaults,
  policy?: Policy,
  more?: readonly unknown[],
): Registration {
  checkFunction(event, call);
  checkOptions(`the hook on ${event}${ownerOf(policy)}`, options, HOOK_OPTIONS, more);
  checkSignal(options.signal);
  const name = options.name ?? (call.name || event);
  const label = policy === undefined ? name : `${policy.name}/${name}`;
  const { tool, agent, when, once = false, always = false, window = 0 } = options;
  const mode = defaults.mode === 'monitor' ? 'monitor' : (options.mode ?? policy?.mode);
  return {
    label,
    policy: policy?.name ?? name,
    version: policy?.version ?? '',
    call: call as Registration['call'],
    priority: options.priority ?? policy?.priority ?? 100,
    order: ++registered,
    tool: tool === undefined ? undefined : matchName(toolNameOf(tool), 'tool'),
    unseen:
      (tool ?? agent) ? { tool: told(tool && toolNameOf(tool)), agent: told(agent) } : undefined,
    agent: agent === undefined ? undefined : matchName(agent, 'agent'),
    when,
    onError: options.onError ?? defaults.onError,
    timeoutMs: (options.timeoutMs ?? defaults.timeoutMs) || Infinity,
    once,
    conditional: once || when !== undefined,
    always,
    monitor: mode === 'monitor',
    streamObserver: options.stream === 'observe',
    window,
    disposed: false,
    slot: undefined,
  };
}

/** One observer at one event, or at all events. */
export interface ObserverRegistration {
  readonly label: string;
  readonly call: (ctx: unknown, record?: unknown) => unknown;
  readonly priority: number;
  readonly order: number;
  readonly sequence: boolean;
  /** Whether an error of the observer ends the chat. */
  readonly throws: boolean;
  /** True at onDecision, and at other events unless the function declares one parameter only. */
  readonly takesRecord: boolean;
  /** False if it needs no record of a decision in which every hook stayed silent. */
  readonly takesSilence: boolean;
  /** The hook behind it, if a hook was added to an observed event. */
  readonly hook: Registration | undefined;
  disposed: boolean;
}

/** The observers that need no record of a decision in which every hook stayed silent. */
export const skippingSilence: WeakSet<object> = new WeakSet();

/** Checks and fills in the options of an observer. Throws `invalid_option`, naming the option. */
export function registerObserver(
  event: string,
  call: Callee,
  options: ObserverOptions,
  hook?: Registration,
  more?: readonly unknown[],
): ObserverRegistration {
  checkFunction(event, call);
  checkOptions(`the observer on ${event}`, options, OBSERVER_OPTIONS, more);
  checkSignal(options.signal);
  const { name, priority = 100, run, onError } = options;
  const label = name ?? (call.name || event);
  if (onError === 'throw' && run !== 'sequence') {
    throw invalidOption(
      `observer ${label} has onError 'throw' without sequence`,
      "add run: 'sequence' or drop onError",
    );
  }
  return {
    label,
    call: call as ObserverRegistration['call'],
    priority,
    order: ++registered,
    sequence: run === 'sequence',
    throws: onError === 'throw',
    takesRecord: event === 'onDecision' || call.length !== 1,
    takesSilence: !skippingSilence.has(call),
    hook,
    disposed: false,
  };
}

function ownerOf(policy: Policy | undefined): string {
  return policy === undefined ? '' : ` of the policy ${policy.name}`;
}

/** Throws `invalid_option` for anything but an AbortSignal or nothing. */
export function checkSignal(signal: unknown): void {
  if (
    signal === undefined ||
    typeof (signal as AbortSignal | null)?.addEventListener === 'function'
  )
    return;
  throw invalidOption('signal is no AbortSignal', 'pass controller.signal');
}

function checkFunction(event: string, call: unknown): void {
  if (typeof call === 'function') return;
  throw new InterposeError(
    'invalid_hook',
    `the hook on ${event} is not a function`,
    'pass a function of one context',
  );
}

function told(filter: string | RegExp | undefined): string | undefined {
  return filter?.toString();
}
