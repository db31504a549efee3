import type { HookOptions, ObserverOptions, OnError } from '../contract/hooks/hook.ts';
import type { Policy } from '../contract/hooks/hooks.ts';
import { checkOptions } from '../errors/check-options.ts';
import { InterposeError } from '../errors/interpose-error.ts';
import { checkChoice, checkKind } from './options.ts';
import { matchName, toolNameOf, type NameTest } from './name-pattern.ts';

/** A hook or observer as it is called. */
export type Callee = (ctx: never, record?: never) => unknown;

/** Defaults a registration takes from its registry. */
export interface RegistrationDefaults {
  readonly onError: OnError;
  readonly timeoutMs: number;
  readonly mode: 'enforce' | 'monitor';
}

let registered = 0;

const HOOK_OPTIONS = [
  ...['name', 'priority', 'tool', 'agent', 'when', 'onError', 'timeoutMs', 'once', 'signal'],
  ...['always', 'mode', 'stream', 'window'],
];
const OBSERVER_OPTIONS = ['name', 'priority', 'run', 'onError', 'signal'];

/** One hook at one event, with every option settled. */
export class Registration {
  /** `policy/hook`, or the hook's name where it has no policy. */
  readonly label: string;
  /** The policy's name, or the hook's where it has no policy. */
  readonly policy: string;
  /** The label and the policy's version, part of every approval digest. */
  readonly version: string;
  readonly call: (ctx: unknown, record?: unknown) => unknown;
  readonly priority: number;
  readonly order: number = ++registered;
  readonly tool: NameTest | undefined;
  readonly agent: NameTest | undefined;
  readonly when: ((ctx: never) => boolean) | undefined;
  readonly onError: OnError;
  /** Milliseconds; Infinity: no limit. */
  readonly timeoutMs: number;
  readonly once: boolean;
  /** True when a call depends on more than the list it stands in. */
  readonly conditional: boolean;
  readonly always: boolean;
  readonly monitor: boolean;
  /** True when it watches a stream without holding it back. */
  readonly streamObserver: boolean;
  readonly window: number | ((pending: string) => number);
  disposed = false;
  /** Takes the registration out of its slot. */
  remove: () => void = () => undefined;

  constructor(
    event: string,
    call: Callee,
    options: HookOptions<never>,
    defaults: RegistrationDefaults,
    policy?: Policy,
  ) {
    checkHookOptions(event, options, policy);
    const name = options.name ?? (call.name || event);
    this.label = policy === undefined ? name : `${policy.name}/${name}`;
    this.policy = policy?.name ?? name;
    this.version = `${this.label}@${policy?.version ?? ''}`;
    this.call = call as Registration['call'];
    this.priority = options.priority ?? policy?.priority ?? 100;
    this.tool = options.tool === undefined ? undefined : matchName(toolNameOf(options.tool));
    this.agent = options.agent === undefined ? undefined : matchName(options.agent);
    this.when = options.when;
    this.onError = options.onError ?? defaults.onError;
    this.timeoutMs = timeLimit(options.timeoutMs ?? defaults.timeoutMs);
    this.once = options.once === true;
    this.conditional = this.once || this.when !== undefined;
    this.always = options.always === true;
    this.monitor =
      (options.mode ?? policy?.mode ?? defaults.mode) === 'monitor' || defaults.mode === 'monitor';
    this.streamObserver = options.stream === 'observe';
    this.window = options.window ?? 0;
  }
}

/** One observer at one event, or at all of them. */
export class ObserverRegistration {
  readonly label: string;
  readonly call: (ctx: unknown, record?: unknown) => unknown;
  readonly priority: number;
  readonly order: number = ++registered;
  readonly sequence: boolean;
  /** True when a throw ends the chat. */
  readonly throws: boolean;
  /** True unless the function declares one parameter only. */
  readonly takesRecord: boolean;
  disposed = false;

  constructor(event: string, call: Callee, options: ObserverOptions) {
    checkOptions(`the observer on ${event}`, options, OBSERVER_OPTIONS);
    checkKind('priority', options.priority, 'number');
    checkChoice('run', options.run, ['parallel', 'sequence']);
    checkChoice('onError', options.onError, ['report', 'throw']);
    this.label = options.name ?? (call.name || event);
    this.call = call as ObserverRegistration['call'];
    this.priority = options.priority ?? 100;
    this.sequence = options.run === 'sequence';
    this.throws = options.onError === 'throw';
    this.takesRecord = call.length !== 1;
    if (this.throws && !this.sequence) {
      throw new InterposeError(
        'invalid_option',
        `observer ${this.label} has onError 'throw' but does not run in sequence`,
        "add run: 'sequence' or drop onError",
      );
    }
  }
}

/** A filter under another name would be read by nobody, and the hook would decide more, or less, than was meant. */
function checkHookOptions(event: string, options: HookOptions<never>, policy?: Policy): void {
  const owner = policy === undefined ? '' : ` of the policy ${policy.name}`;
  checkOptions(`the hook on ${event}${owner}`, options, HOOK_OPTIONS);
  checkKind('name', options.name, 'string');
  checkKind('priority', options.priority, 'number');
  checkKind('when', options.when, 'function');
  checkKind('once', options.once, 'boolean');
  checkKind('always', options.always, 'boolean');
  checkChoice('onError', options.onError, ['deny', 'throw', 'allow']);
  checkChoice('mode', options.mode, ['enforce', 'monitor']);
  checkChoice('stream', options.stream, ['observe']);
  if (typeof options.window !== 'function') checkKind('window', options.window, 'number');
}

function timeLimit(timeoutMs: number): number {
  if (typeof timeoutMs !== 'number' || Number.isNaN(timeoutMs) || timeoutMs < 0) {
    throw new InterposeError(
      'invalid_option',
      `timeoutMs is ${String(timeoutMs)}`,
      'pass milliseconds, or 0 for no limit',
    );
  }
  return timeoutMs === 0 ? Infinity : timeoutMs;
}
