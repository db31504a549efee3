import type { Payload } from '../../context/context-state.ts';
import type { ToolStep } from '../../contract/adapter/index.ts';
import type { ToolCall } from '../../contract/values/index.ts';
import { type AfterEvents, type StepReturn, ToolEvents } from './after-step.ts';

/** Makes the payload of an after-event from the payload of the before-event. */
interface Pair {
  readonly output: string;
  readonly error?: string;
  readonly outputKey: string;
  payload(original: Payload, effective: Payload, durationMs: number, arrived: StepReturn): Payload;
}

const PAIRS: Readonly<Record<string, Pair>> = {
  preRequest: {
    output: 'onResponse',
    error: 'onRequestError',
    outputKey: 'response',
    payload: (_, { request }) => ({ request }),
  },
  preKnowledgeQuery: {
    output: 'onKnowledgeRetrieved',
    outputKey: 'results',
    payload: (_, { query, source }) => ({ query, source }),
  },
  preDelegate: {
    output: 'onDelegateResult',
    outputKey: 'result',
    payload: (_, { task }, durationMs) => ({ task, durationMs }),
  },
  preMcpMessage: {
    output: 'onMcpMessage',
    outputKey: 'message',
    payload: (_, { server, direction }) => ({ server, direction: opposite(direction) }),
  },
  preA2aMessage: {
    output: 'onA2aMessage',
    outputKey: 'message',
    payload: (_, { method, role, from, to }) => ({
      method,
      role,
      leg: 'response',
      from: to,
      to: from,
    }),
  },
};

/** Returns the events after a step; `undefined` if none follow. */
export function afterEventsOf(
  event: string,
  original: Payload,
  effective: Payload,
  durationMs: number,
): AfterEvents | undefined {
  if (event === 'preToolCall') {
    const { call } = original as { readonly call: ToolCall };
    const { call: ran, tool } = effective as unknown as Pick<ToolStep<never>, 'call' | 'tool'>; // the payload of preToolCall
    return new ToolEvents({ call, tool }, ran, durationMs);
  }
  const pair = Object.hasOwn(PAIRS, event) ? PAIRS[event] : undefined;
  if (pair === undefined) return undefined;
  return {
    output: pair.output,
    error: pair.error,
    outputKey: pair.outputKey,
    payload: (arrived) => ({
      ...pair.payload(original, effective, durationMs, arrived),
      synthetic: arrived.synthetic,
    }),
  };
}

function opposite(direction: unknown): string {
  return direction === 'client-to-server' ? 'server-to-client' : 'client-to-server';
}
