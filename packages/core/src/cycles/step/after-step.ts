import type { StandingVerdict } from '../../context/refusal.ts';
import { asItIs, passGate } from '../../gate/run-gate.ts';
import type { Denial } from '../../contract/decisions/outcome.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import type { ToolStep } from '../../contract/adapter/index.ts';
import type { ToolErrorCause } from '../../contract/events/tool-events.ts';
import type { Failure, ToolCall } from '../../contract/values/index.ts';
import { andThen, isThenable } from '../../maybe-promise.ts';
import type { Emission, Payload } from '../../context/context-state.ts';
import { toFailure } from '../../errors/failure.ts';
import { isLate } from './is-late.ts';
import type { RunningChat } from '../../chat/running-chat.ts';

/** The output or the error of a step. */
export type StepReturn =
  | { readonly kind: 'output'; readonly value: unknown; readonly synthetic: boolean }
  | {
      readonly kind: 'error';
      readonly error: Failure;
      readonly thrown?: unknown;
      readonly synthetic: boolean;
    };

/** The output or the error of a step, after its events. */
export type JudgedReturn =
  | StepReturn
  | { readonly kind: 'denied'; readonly denial: Denial }
  | { readonly kind: 'retry'; readonly delayMs: number };

/** The two events that follow a step, and the payload key of its output. */
export interface AfterEvents {
  readonly output: string | undefined;
  readonly error: string | undefined;
  readonly outputKey: string;
  /** Returns the payload without the output or error, whose key is added later. */
  payload(arrived: StepReturn): Payload;
}

/** Fires the events after one attempt, each at most once. A value that comes after its event is final. */
export function judge(
  chat: RunningChat,
  after: AfterEvents,
  arrived: StepReturn,
  emission: Emission,
): MaybePromise<JudgedReturn> {
  return judgeUnless(undefined, chat, after, arrived, emission);
}

function judgeUnless(
  fired: string | undefined,
  chat: RunningChat,
  after: AfterEvents,
  current: StepReturn,
  emission: Emission,
): MaybePromise<JudgedReturn> {
  const event = current.kind === 'output' ? after.output : after.error;
  if (event === undefined || event === fired || !chat.registry.slot(event).active) return current;
  const judging = judgeOnce(chat, event, after, current, emission);
  if (judging === current || fired !== undefined) return judging;
  return judgeTurned(event, chat, after, current.kind, judging, emission);
}

/** Fires the other event if a hook turned an output into an error or the reverse. The value after that is final. */
function judgeTurned(
  fired: string,
  chat: RunningChat,
  after: AfterEvents,
  kind: StepReturn['kind'],
  judging: MaybePromise<JudgedReturn>,
  emission: Emission,
): MaybePromise<JudgedReturn> {
  return andThen(judging, (next): MaybePromise<JudgedReturn> => {
    const turned = next.kind !== kind && (next.kind === 'output' || next.kind === 'error');
    return turned ? judgeUnless(fired, chat, after, next, emission) : next;
  });
}

function judgeOnce(
  chat: RunningChat,
  event: string,
  after: AfterEvents,
  current: StepReturn,
  emission: Emission,
): MaybePromise<JudgedReturn> {
  const payload = after.payload(current);
  if (current.kind === 'output') payload[after.outputKey] = current.value;
  else payload['error'] = current.error;
  const passing = passGate(chat, event, payload, emission, asItIs);
  return isThenable(passing) ? judgeLater(passing, current) : judgedBy(passing, current);
}

/** Apart, so that a step makes no closure if its hooks answer at once. */
function judgeLater(
  passing: PromiseLike<StandingVerdict | undefined>,
  current: StepReturn,
): PromiseLike<JudgedReturn> {
  return passing.then((verdict) => judgedBy(verdict, current));
}

function judgedBy(verdict: StandingVerdict | undefined, current: StepReturn): JudgedReturn {
  switch (verdict?.decision) {
    case 'deny':
      return { kind: 'denied', denial: verdict };
    case 'retry':
      return { kind: 'retry', delayMs: verdict.delayMs ?? 0 };
    case 'modify':
      return changedTo(current, verdict.value);
    case 'respond':
      return supplied(verdict.outcome);
    default:
      return current;
  }
}

function changedTo(current: StepReturn, value: unknown): StepReturn {
  if (current.kind === 'output') return { ...current, value };
  return { kind: 'error', error: toFailure(value), synthetic: current.synthetic };
}

/** Returns the one outcome that a respond verdict names. */
export function supplied(outcome: Readonly<Record<string, unknown>>): StepReturn {
  if ('error' in outcome)
    return { kind: 'error', error: toFailure(outcome['error']), synthetic: true };
  return { kind: 'output', value: Object.values(outcome)[0], synthetic: true };
}

/** Returns the error as the host threw it, to go with this error; nothing if a verdict changed or supplied this. */
export function thrownWith(
  arrived: StepReturn | undefined,
  error: Failure,
): { readonly thrown?: unknown } {
  const same = arrived?.kind === 'error' && arrived.error === error && 'thrown' in arrived;
  return same ? { thrown: arrived.thrown } : {};
}

/** Returns the events after a tool call. The host gives `cause` if it knows why there is an error. */
export function toolAfterEvents(
  { call: originalCall, tool }: Pick<ToolStep<unknown>, 'call' | 'tool'>,
  call: ToolCall,
  durationMs: number,
  cause?: ToolErrorCause,
): AfterEvents {
  return {
    output: 'onToolCallResult',
    error: 'onToolCallError',
    outputKey: 'result',
    payload: (arrived) => ({
      call,
      originalCall,
      tool,
      durationMs,
      synthetic: arrived.synthetic,
      ...(arrived.kind === 'error' && { cause: cause ?? causeOf(arrived) }),
    }),
  };
}

/** Returns the cause of an error for which the host gave none. */
export function causeOf(arrived: Pick<StepReturn, 'synthetic' | 'kind'>): ToolErrorCause {
  if (arrived.synthetic) return 'supplied';
  return 'thrown' in arrived && isLate(arrived.thrown) ? 'timeout' : 'threw';
}
