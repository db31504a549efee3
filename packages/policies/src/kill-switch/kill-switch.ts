import {
  definePolicy,
  deny,
  type DenyVerdict,
  type MaybePromise,
  type Policy,
  type PolicyHooks,
} from '@interpose/core';

import { andThen } from '../parts/maybe-promise/and-then.ts';
import { checkSwitchOptions, type KillSwitchOptions } from './kill-switch-options.ts';
import { SwitchReader, type Reading } from './switch-reader.ts';
import { targetsOf, type SwitchedStep } from './switch-target.ts';
import { switchedOff } from './switches.ts';

/** Every gate but onInventoryChange, whose deny would outlast the switch. */
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

/**
 * Stops everything at once: while the switch is off every gate denies with the code `killed`, calls in flight lose
 * their results, and streams end as a refusal at their next piece. Streams are not held back for it. A store that
 * cannot be read denies too.
 *
 * @example
 * const store = memoryStore();
 * createHooks({ policies: [killSwitch({ store })] });
 * await switchOff(store, 'all', { reason: 'under attack' });
 * @throws InterposeError `invalid_option`.
 */
export function killSwitch(options: KillSwitchOptions): Policy {
  checkSwitchOptions(options);
  const { timeoutMs = 5000, freshMs = 0, streamFreshMs = 100 } = options;
  const reader = options.store === undefined ? undefined : new SwitchReader(options.store);
  const gate = (step: SwitchedStep, mayBeMs: number): MaybePromise<DenyVerdict | undefined> => {
    if (options.signal?.aborted === true) return killed(options, reasonOf(options.signal.reason));
    const switches: MaybePromise<Reading> = reader?.read(mayBeMs) ?? {};
    return andThen(switches, (read) => judge(options, step, read));
  };
  const common = { name: 'switch', always: true, timeoutMs } as const;
  const atGate = { ...common, run: (ctx: SwitchedStep) => gate(ctx, freshMs) };
  const gates: PolicyHooks = Object.fromEntries(GATES.map((event) => [event, atGate]));
  return definePolicy({
    name: 'kill-switch',
    version: '1.0.0',
    priority: -1000,
    hooks: {
      ...gates,
      onResponse: { ...atGate, stream: 'observe' },
      onAgentResponse: { ...atGate, stream: 'observe' },
      onResponseDelta: {
        ...common,
        run: (ctx) => gate(ctx, Math.max(freshMs, streamFreshMs)),
      },
    },
  });
}

function judge(
  options: KillSwitchOptions,
  step: SwitchedStep,
  switches: Reading,
): MaybePromise<DenyVerdict | undefined> {
  if (switches === 'unreadable') return unreadable(options);
  const switched = switchedOff(switches, targetsOf(step), Date.now());
  if (switched !== undefined) return killed(options, switched.reason);
  const checked = options.check === undefined ? false : options.check(step);
  return andThen(checked, (answer) => judgeCheck(options, answer));
}

/** Only a plain no lets anything pass. */
function judgeCheck(options: KillSwitchOptions, answer: unknown): DenyVerdict | undefined {
  return answer === false ? undefined : killed(options, reasonOf(answer));
}

function killed({ message }: KillSwitchOptions, reason: string | undefined): DenyVerdict {
  return deny(reason === undefined ? 'Switched off.' : `Switched off: ${reason}`, {
    code: 'killed',
    ...(message === undefined ? {} : { message }),
  });
}

function unreadable({ message }: KillSwitchOptions): DenyVerdict {
  return deny('Whether this is switched off cannot be read.', {
    code: 'switch_unreadable',
    ...(message === undefined ? {} : { message }),
  });
}

function reasonOf(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' ? given : undefined;
}
