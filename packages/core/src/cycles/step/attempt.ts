import type { TracedStep } from '../../contract/adapter/tracer.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { toFailure } from '../../errors/failure.ts';
import type { StepReturn } from './after-step.ts';

/** One attempt at a step: its output or error, and the host's own object if the step ran. */
export interface Attempt<Native> {
  readonly native: Native | undefined;
  readonly arrived: StepReturn;
  readonly durationMs: number;
}

/** The action of a step, with the names under which tracers know it. */
export interface Action<Native> {
  /** The event whose hooks were asked before the action. */
  readonly event: string;
  readonly callId?: string;
  act(): MaybePromise<Native>;
  /** Returns the output as hooks see it; by default the output itself. */
  read?(native: Native): unknown;
}

/**
 * One attempt while it runs. The caller waits for `act` and passes the result to `cameBack`, or the thrown error to
 * `failed`. A promise in between would cost each call of a model or a tool one more turn of the queue.
 */
export class OngoingAttempt<Native> {
  readonly #chat: RunningChat;
  readonly #action: Action<Native>;
  readonly #startedAt = performance.now();

  /** @throws the abort reason if the chat was aborted before the attempt began. */
  constructor(chat: RunningChat, action: Action<Native>) {
    if (chat.aborted) throw chat.abortReason;
    this.#chat = chat;
    this.#action = action;
  }

  act(): MaybePromise<Native> {
    const action = this.#action;
    const { tracer } = this.#chat.registry.family;
    return tracer === undefined
      ? action.act()
      : tracer.run(tracedStep(this.#chat, action), () => action.act());
  }

  cameBack(native: Native): Attempt<Native> {
    const action = this.#action;
    const value = action.read === undefined ? native : action.read(native);
    return since(this.#startedAt, native, { kind: 'output', value, synthetic: false });
  }

  /** Returns a thrown error as the arrived error. If the chat was aborted, throws it: an abort ends everything. */
  failed(thrown: unknown): Attempt<Native> {
    if (this.#chat.aborted) throw thrown;
    return since<Native>(this.#startedAt, undefined, arrivedError(thrown));
  }
}

/** Makes one attempt. */
export async function attempt<Native>(
  chat: RunningChat,
  action: Action<Native>,
): Promise<Attempt<Native>> {
  const ongoing = new OngoingAttempt(chat, action);
  try {
    return ongoing.cameBack(await ongoing.act());
  } catch (thrown) {
    return ongoing.failed(thrown);
  }
}

function since<Native>(
  startedAt: number,
  native: Native | undefined,
  arrived: StepReturn,
): Attempt<Native> {
  return { native, arrived, durationMs: performance.now() - startedAt };
}

function tracedStep(
  chat: RunningChat,
  { event, callId }: Pick<Action<never>, 'event' | 'callId'>,
): TracedStep {
  return callId === undefined ? { chatId: chat.id, event } : { chatId: chat.id, event, callId };
}

/** Returns the value that a verdict supplied in place of an attempt. */
export function unattempted(arrived: StepReturn): Attempt<never> {
  return { native: undefined, arrived, durationMs: 0 };
}

/** Returns an error from the host. The host gets the same object back if no verdict changes it. */
export function arrivedError(thrown: unknown): Extract<StepReturn, { kind: 'error' }> {
  return { kind: 'error', error: toFailure(thrown), thrown, synthetic: false };
}
