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

/** The call that the model asked for, and its tool. */
type AskedCall = Pick<ToolStep<unknown>, 'call' | 'tool'>;

/** The events after a tool call. A class, because a literal would make a closure for every call. */
export class ToolEvents implements AfterEvents {
  readonly #asked: AskedCall;
  readonly #call: ToolCall;
  readonly #durationMs: number;
  readonly #cause: ToolErrorCause | undefined;

  /** The host gives `cause` if it knows why there is an error. */
  constructor(asked: AskedCall, call: ToolCall, durationMs: number, cause?: ToolErrorCause) {
    this.#asked = asked;
    this.#call = call;
    this.#durationMs = durationMs;
    this.#cause = cause;
  }

  get output(): string {
    return 'onToolCallResult';
  }

  get error(): string {
    return 'onToolCallError';
  }

  get outputKey(): string {
    return 'result';
  }

  payload(arrived: StepReturn): Payload {
    const { call: originalCall, tool } = this.#asked;
    const { synthetic } = arrived;
    const payload = {
      call: this.#call,
      originalCall,
      tool,
      durationMs: this.#durationMs,
      synthetic,
    };
    return arrived.kind === 'error'
      ? { ...payload, cause: this.#cause ?? causeOf(arrived) }
      : payload;
  }
}

/** Returns the cause of an error for which the host gave none. */
export function causeOf(arrived: Pick<StepReturn, 'synthetic' | 'kind'>): ToolErrorCause {
  if (arrived.synthetic) return 'supplied';
  return 'thrown' in arrived && isLate(arrived.thrown) ? 'timeout' : 'threw';
}
