import type { Payload } from '../../context/context-state.ts';
import type { ToolStep } from '../../contract/adapter/index.ts';
import type { ToolErrorCause } from '../../contract/events/tool-events.ts';
import type { ToolCall } from '../../contract/values/index.ts';
import type { AfterEvents, StepReturn } from './after-step.ts';

/** How an after-event's payload comes from the before-event's. */
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
  preToolCall: {
    output: 'onToolCallResult',
    error: 'onToolCallError',
    outputKey: 'result',
    payload: ({ call: originalCall }, { call, tool }, durationMs, arrived) =>
      toolPayload({ call, originalCall, tool, durationMs }, arrived),
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

/** The after-events of a step, or undefined where none follows. */
export function afterEventsOf(
  event: string,
  original: Payload,
  effective: Payload,
  durationMs: number,
): AfterEvents | undefined {
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

/** The after-events of a tool call; `cause` where the host says why there is an error. */
export function toolAfterEvents(
  { call: originalCall, tool }: Pick<ToolStep<unknown>, 'call' | 'tool'>,
  call: ToolCall,
  durationMs: number,
  cause?: ToolErrorCause,
): AfterEvents {
  const { output, error, outputKey } = PAIRS['preToolCall']!;
  return {
    output,
    error,
    outputKey,
    payload: (arrived) => toolPayload({ call, originalCall, tool, durationMs }, arrived, cause),
  };
}

function toolPayload(ended: Payload, arrived: StepReturn, cause?: ToolErrorCause): Payload {
  const payload: Payload = { ...ended, synthetic: arrived.synthetic };
  if (arrived.kind === 'error') payload['cause'] = cause ?? causeOf(arrived);
  return payload;
}

/** Why this error is there, where no host said so. */
export function causeOf({ synthetic }: Pick<StepReturn, 'synthetic'>): ToolErrorCause {
  return synthetic ? 'supplied' : 'threw';
}

function opposite(direction: unknown): string {
  return direction === 'client-to-server' ? 'server-to-client' : 'client-to-server';
}
