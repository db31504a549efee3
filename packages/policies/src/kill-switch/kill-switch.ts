import {
  checkOptions,
  definePolicy,
  type DenyVerdict,
  type Disposer,
  type HookOptions,
  type Hooks,
  type MaybePromise,
  type OptionKind,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';

import { checkSwitchOptions, type KillSwitchOptions } from './kill-switch-options.ts';
import { judgeAgain } from './judge-again.ts';
import { SwitchGate, type Gated } from './switch-gate.ts';

const OPTIONS = {
  store: 'object',
  signal: 'object',
  check: 'any',
  freshMs: 'count',
  streamFreshMs: 'count',
  timeoutMs: 'any',
  message: 'string',
} satisfies Record<keyof KillSwitchOptions, OptionKind>;

/** Every gate except onInventoryChange: its deny would outlast the switch. */
const GATES = [
  'onTrigger',
  'onUserMessage',
  'onSystemMessage',
  'preRequest',
  'onRequestError',
  'preToolCall',
  'onToolCallResult',
  'onToolCallError',
  'preKnowledgeQuery',
  'onKnowledgeRetrieved',
  'onMemoryRetrieved',
  'preMemoryStore',
  'preMcpMessage',
  'onMcpMessage',
  'preA2aMessage',
  'onA2aMessage',
  'preDelegate',
  'onDelegateResult',
  'preCompact',
] as const;

/** The gates that name a tool or an agent, and where a later hook may change the name. */
const NAMING = ['preToolCall', 'preDelegate', 'preMcpMessage'] as const;

/** A priority after every hook that may change the name. */
const LAST = 1_000_000;

/**
 * Stops everything at once. While the switch is off, every gate denies with the code `killed`, calls in flight lose
 * their results, and streams end as a refusal at their next piece. The switch does not hold streams back. A store that
 * cannot be read denies too.
 *
 * @example
 * const store = memoryStore();
 * createHooks({ policies: [killSwitch({ store })] });
 * await switchOff(store, 'all', { reason: 'under attack' });
 * @throws InterposeError `invalid_option`.
 */
export function killSwitch(options: KillSwitchOptions): Policy;
export function killSwitch(options: KillSwitchOptions, ...more: readonly unknown[]): Policy {
  checkOptions('killSwitch', options ?? null, OPTIONS, more);
  checkSwitchOptions(options);
  const { timeoutMs = 5000, freshMs = 0, streamFreshMs = 100 } = options;
  const gate = new SwitchGate(options);
  const common = { name: 'switch', always: true, timeoutMs } as const;
  const atGate = { ...common, run: (ctx: Gated) => gate.judge(ctx) };
  return definePolicy({
    name: 'kill-switch',
    version: '1.0.0',
    priority: -1000,
    hooks: {
      ...gatesOf(gate, atGate),
      onResponse: { ...atGate, stream: 'observe' },
      onAgentResponse: { ...atGate, stream: 'observe' },
      onResponseDelta: {
        ...common,
        run: (ctx) => gate.read(ctx, Math.max(freshMs, streamFreshMs)),
      },
    },
    setup(this: Policy | void, hooks: Hooks): Disposer | undefined {
      // In a dry run (this policy with another mode) it must not end a chat.
      if (this?.mode === 'monitor') return undefined;
      return judgeAgain(hooks, timeoutMs, (ctx) => gate.judgeApproved(ctx));
    },
  });
}

interface GateHook extends HookOptions {
  readonly run: (ctx: Gated) => MaybePromise<DenyVerdict | undefined>;
}

function gatesOf(gate: SwitchGate, atGate: GateHook): PolicyHooks {
  const atEnd: GateHook = {
    ...atGate,
    name: 'changed',
    priority: LAST,
    run: (ctx) => gate.judgeChanged(ctx),
  };
  const gates: (readonly [event: string, hooks: readonly GateHook[]])[] = [
    ...GATES.map((event) => [event, [atGate]] as const),
    ...NAMING.map((event) => [event, [atGate, atEnd]] as const),
  ];
  return Object.fromEntries(gates);
}
