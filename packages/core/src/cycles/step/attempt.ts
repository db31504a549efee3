import type { TracedStep } from '../../contract/adapter/tracer.ts';
import type { RunningChat } from '../../chat/running-chat.ts';
import type { MaybePromise } from '../../contract/hooks/store.ts';
import { toFailure } from '../../errors/failure.ts';
import type { StepReturn } from './after-step.ts';

/** One attempt at a step, whatever it is: what came back, and the host's own object where it ran. */
export interface Attempt<Native> {
  readonly native: Native | undefined;
  readonly arrived: StepReturn;
  readonly durationMs: number;
}

/** What there is to do, and under which name whoever follows the steps knows it. */
export interface Action<Native> {
  /** The event that was asked before it. */
  readonly event: string;
  readonly callId?: string;
  readonly act: () => MaybePromise<Native>;
  /** What the hooks see of what came back; all of it by default. */
  readonly read?: (native: Native) => unknown;
}

/**
 * One attempt while it lasts. Whoever takes it waits for what `act` gives and hands that to `cameBack`, or what was thrown
 * to `failed`: a promise in between would cost each call of a model or a tool one more turn of the queue.
 */
export class OngoingAttempt<Native> {
  readonly #chat: RunningChat;
  readonly #action: Action<Native>;
  readonly #startedAt = performance.now();

  /** @throws the abort reason where the chat was aborted before it began. */
  constructor(chat: RunningChat, action: Action<Native>) {
    if (chat.aborted) throw chat.abortReason;
    this.#chat = chat;
    this.#action = action;
  }

  act(): MaybePromise<Native> {
    const { act } = this.#action;
    const { tracer } = this.#chat.registry.family;
    return tracer === undefined ? act() : tracer.run(tracedStep(this.#chat, this.#action), act);
  }

  cameBack(native: Native): Attempt<Native> {
    const { read } = this.#action;
    const value = read === undefined ? native : read(native);
    return since(this.#startedAt, native, { kind: 'output', value, synthetic: false });
  }

  /** What is thrown has arrived as an error, unless the chat was aborted: that ends everything. */
  failed(thrown: unknown): Attempt<Native> {
    if (this.#chat.aborted) throw thrown;
    return since<Native>(this.#startedAt, undefined, arrivedError(thrown));
  }
}

/** Acts once. */
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

/** What a verdict supplied in place of an attempt. */
export function unattempted(arrived: StepReturn): Attempt<never> {
  return { native: undefined, arrived, durationMs: 0 };
}

/** An error as it arrives from the host, which gets the very thing back where no verdict changes it. */
export function arrivedError(thrown: unknown): Extract<StepReturn, { kind: 'error' }> {
  return { kind: 'error', error: toFailure(thrown), thrown, synthetic: false };
}
