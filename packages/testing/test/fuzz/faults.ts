import type { Chat } from '@interpose/core/adapter';

import { coreCycles, type Cycles } from '../../src/fake-host/run/cycles.ts';
import type { Breach } from '../../src/fuzz/index.ts';

/** A fault of a host, and the invariant that finds it. */
export interface Fault {
  readonly fault: string;
  readonly invariant: Breach['invariant'];
  readonly cycles: Cycles;
}

const { openChat, modelCycle, streamCycle, toolCycle } = coreCycles;

const broken = (invariant: Breach['invariant'], fault: string, cycles: Partial<Cycles>): Fault => ({
  fault,
  invariant,
  cycles: { ...coreCycles, ...cycles },
});

/** One host for each invariant, and more where a fault has several faces. */
export const faults: readonly Fault[] = [
  broken('unasked tool', 'runs its tools past the gate', {
    toolCycle: async (_chat, step) => {
      const result = await step.run(step.call);
      return { kind: 'result', result, changed: false, synthetic: false };
    },
  }),
  broken('denied tool', 'runs a denied tool all the same', {
    toolCycle: async (chat, step) => {
      const outcome = await toolCycle(chat, step);
      if (outcome.kind === 'denied') await step.run(step.call);
      return outcome;
    },
  }),
  broken('denied tool', 'runs the original call whatever the hooks changed', {
    toolCycle: (chat, step) => toolCycle(chat, { ...step, run: () => step.run(step.call) }),
  }),
  broken('unasked request', 'asks its model past the gate', {
    modelCycle: async (_chat, step) => {
      const response = await step.call(undefined);
      return { kind: 'response', response, changed: false, synthetic: false } as never;
    },
  }),
  broken('unasked request', 'asks its model although hooks denied it', {
    modelCycle: async (chat, step) => {
      const outcome = await modelCycle(chat, step);
      if (outcome.kind === 'denied') await step.call(undefined);
      return outcome;
    },
  }),
  broken('withheld', 'keeps the body of a denied answer where the app finds it', {
    modelCycle: async (chat, step) => {
      const bodies: unknown[] = [];
      const call: typeof step.call = async (changed) => {
        const answer = await step.call(changed);
        bodies.push(answer);
        return answer;
      };
      const outcome = await modelCycle(chat, { ...step, call });
      return outcome.kind === 'denied' ? { ...outcome, text: JSON.stringify(bodies) } : outcome;
    },
  }),
  broken('withheld', 'gives the model the original result whatever the hooks said', {
    toolCycle: async (chat, step) => {
      let original: unknown;
      const run: typeof step.run = async (call) => {
        const result = await step.run(call);
        original = result;
        return result;
      };
      const outcome = await toolCycle(chat, { ...step, run });
      return outcome.kind === 'result' && original !== undefined
        ? { ...outcome, result: original as never }
        : outcome;
    },
  }),
  broken('withheld', 'streams past the hooks', {
    streamCycle: async (chat, step) => {
      await streamCycle(chat, step);
      return { kind: 'stream', stream: await step.call(undefined) };
    },
  }),
  broken('endings', 'ends its chats twice', {
    openChat: async (...given) => {
      const chat = await openChat(...given);
      return endingBy(chat, async (ending) => {
        await chat.dispatch('onChatDone', { reason: 'completed', durationMs: 0 });
        return chat.end(ending);
      });
    },
  }),
  broken('endings', 'never ends a chat whose reader stopped', {
    openChat: async (...given) => {
      const chat = await openChat(...given);
      return endingBy(chat, async (ending) =>
        ending.kind === 'abort' ? undefined : chat.end(ending),
      );
    },
  }),
  broken('hangs', 'swallows an abort', {
    modelCycle: (chat, step) => {
      const call: typeof step.call = (changed) => {
        const asked = Promise.resolve(step.call(changed));
        return asked.catch(() => new Promise<never>(() => undefined));
      };
      return modelCycle(chat, { ...step, call });
    },
  }),
  broken('transparent', 'hands on results in a shape of its own', {
    toolCycle: async (chat, step) => {
      const outcome = await toolCycle(chat, step);
      return outcome.kind === 'result'
        ? { ...outcome, result: [outcome.result] as never }
        : outcome;
    },
  }),
  broken('unhandled', 'leaves a failure to nobody', {
    toolCycle: async (chat, step) => {
      const outcome = await toolCycle(chat, step);
      if (outcome.kind === 'error') void Promise.reject(new Error('nobody catches this'));
      return outcome;
    },
  }),
];

function endingBy(chat: Chat, end: Chat['end']): Chat {
  return new Proxy(chat, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (key === 'end') return end;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
