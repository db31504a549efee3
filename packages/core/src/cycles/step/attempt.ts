import type { ToolStep } from '../../contract/adapter/index.ts';
import type { ToolErrorCause } from '../../contract/events/tool-events.ts';
import type { ToolCall } from '../../contract/values/index.ts';
import { toFailure } from '../../errors/failure.ts';
import type { CallRuling } from '../tool/gate-tool-call.ts';
import type { AfterEvents, StepReturn } from './after-step.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** One attempt at a call: what runs, and what came of it. */
export interface ToolAttempt<Native> {
  readonly call: ToolCall;
  readonly arrived: StepReturn;
  readonly native: Native | undefined;
  readonly durationMs: number;
}

/** Runs the tool once, unless a verdict supplied its outcome. */
export async function attemptCall<Native>(
  chat: RunningChat,
  step: ToolStep<Native>,
  ruling: Extract<CallRuling, { kind: 'run' | 'supplied' }>,
): Promise<ToolAttempt<Native>> {
  const { call } = ruling;
  if (ruling.kind === 'supplied')
    return { call, arrived: ruling.arrived, native: undefined, durationMs: 0 };
  if (chat.aborted) throw chat.abortReason;
  const startedAt = performance.now();
  try {
    const native = await step.run(call);
    const value = step.result === undefined ? native : step.result(native);
    return {
      call,
      arrived: { kind: 'output', value, synthetic: false },
      native,
      durationMs: performance.now() - startedAt,
    };
  } catch (thrown) {
    if (chat.aborted) throw thrown;
    const arrived: StepReturn = {
      kind: 'error',
      error: toFailure(thrown),
      thrown,
      synthetic: false,
    };
    return { call, arrived, native: undefined, durationMs: performance.now() - startedAt };
  }
}

/** The after-events of one attempt. */
export function toolAfterEvents(
  step: Pick<ToolStep<unknown>, 'call' | 'tool'>,
  tried: ToolAttempt<unknown>,
  cause?: ToolErrorCause,
): AfterEvents {
  const { call, durationMs } = tried;
  return {
    output: 'onToolCallResult',
    error: 'onToolCallError',
    outputKey: 'result',
    payload: (arrived) => ({
      call,
      originalCall: step.call,
      tool: step.tool,
      durationMs,
      synthetic: arrived.synthetic,
      ...(arrived.kind === 'error' ? { cause: cause ?? causeOf(arrived) } : {}),
    }),
  };
}

/** Why this error is there, where no host said so. */
export function causeOf(arrived: StepReturn): ToolErrorCause {
  return arrived.synthetic ? 'supplied' : 'threw';
}
