import type { AgentIdentity, Denial, Hooks, MaybePromise, Message } from '@interpose/core';
import {
  frozenCopy,
  openChat,
  type Chat,
  type ChatEnding,
  type ChatOptions,
  type SuspendedChat,
} from '@interpose/core/adapter';
import type { WithHooksOptions } from '../targets/adapter-options.ts';
import { KnownMessages } from '../model/known-messages.ts';
import { endedBeforeForgotten } from './end-when-forgotten.ts';
import { RunMemory, type Remembering } from './run-memory.ts';
import { isCausedByAbort } from '../values/error-causes.ts';
import { keptError } from '../values/kept-error.ts';
import type { Copy } from '../values/json-arguments.ts';

/**
 * The values that the chat of a run is opened with.
 *
 * @example
 * const opening: HostOpening = { host: { framework: 'toy', version: '1' }, agent: { id: 'desk' }, options: {}, can: {}, suspends: false };
 */
export interface HostOpening {
  readonly host: ChatOptions['host'];
  readonly agent: AgentIdentity;
  readonly options: WithHooksOptions;
  readonly can: NonNullable<ChatOptions['can']>;
  /** True if a call can wait for a person and be resumed. */
  readonly suspends: boolean;
  /** The host's own id of the conversation. */
  readonly conversation?: string | undefined;
  readonly parent?: Chat | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly messages?: (() => readonly Message[]) | undefined;
  readonly resumes?: SuspendedChat | undefined;
}

/**
 * Opens the chat of a run.
 *
 * @example
 * const opened = await openHostChat(hooks, { host: { framework: 'toy', version: '1' }, agent: { id: 'desk' }, options: {}, can: {}, suspends: false });
 * opened.ended; // => false
 */
export function openHostChat(hooks: Hooks, opening: HostOpening): MaybePromise<Chat> {
  const { host, agent, options, can, suspends, conversation } = opening;
  const { parent, signal, messages, resumes } = opening;
  const { session, user, trace } = options;
  return openChat(hooks, {
    host,
    agent,
    can,
    suspends,
    session,
    hostSession: conversation === undefined ? undefined : { id: conversation },
    user,
    trace,
    parent,
    signal,
    messages,
    resumes,
  });
}

/**
 * One call of a hooked target, with the state that an adapter keeps until its chat ends. An adapter extends this class
 * to open the chat.
 *
 * @example
 * const run = new HostRun();
 * run.opened = chat;
 * await run.done();
 * chat.ended; // => true
 */
export class HostRun<Memory = RunMemory<string>> implements Remembering<Memory> {
  /** The chat once it is open. */
  opened: Chat | undefined;
  /** The refusal that went out, if one did. */
  refusal: Denial | undefined;
  /** True when the call ended with a tool call that waits for a person. */
  suspended = false;
  /** The error with which a hook or an observer ended the run, in a host that would carry on. */
  fatal: { readonly error: unknown } | undefined;
  /** What the run remembers; undefined until there is something. */
  remembered: Memory | undefined;
  #known: KnownMessages | undefined;

  get memory(): Memory {
    return (this.remembered ??= this.newMemory());
  }

  /** The messages that this run has read. */
  get known(): KnownMessages {
    return (this.#known ??= new KnownMessages());
  }

  /** Returns a frozen copy of a value of the host, or the value itself if the registry is not strict. */
  readonly copy: Copy = (value) => (this.opened?.strict === false ? value : frozenCopy(value));

  /** Ends the chat with the value the caller got. */
  done(): MaybePromise<void> {
    const reason =
      this.refusal !== undefined ? 'denied' : this.suspended ? 'suspended' : 'completed';
    return this.end({ kind: 'done', reason });
  }

  /** Ends the chat with the error of the caller's promise or stream. */
  failed(error: unknown): MaybePromise<void> {
    const { signal } = this.opened ?? {};
    if (signal?.aborted === true) return this.aborted(signal.reason);
    return this.isAbort(error) ? this.aborted(error) : this.end({ kind: 'error', error });
  }

  /** Ends the chat because the caller gave up. */
  aborted(reason: unknown): MaybePromise<void> {
    return this.end({ kind: 'abort', reason });
  }

  /** Ends the chat, if one was opened; only the first ending counts. */
  end(ending: ChatEnding): MaybePromise<void> {
    this.#known?.forget();
    endedBeforeForgotten(this);
    return this.opened?.end(ending);
  }

  /** Makes the memory. An adapter whose runs remember more makes one of its own class. */
  protected newMemory(): Memory {
    return new RunMemory<string>() as Memory;
  }

  /** Whether an error says that the caller gave up. */
  protected isAbort(error: unknown): boolean {
    return isCausedByAbort(error);
  }
}

/**
 * Records the error of a hook that the host would turn into a tool's result, so that the next model call throws it.
 *
 * @example
 * const run = new HostRun();
 * const running = Promise.reject(new Error('the store is gone')).catch(fatalTo(run));
 * await running.catch(() => run.fatal?.error instanceof Error); // => true
 */
export function fatalTo(run: Pick<HostRun, 'fatal'>): (error: unknown) => never {
  return (error) => {
    run.fatal ??= keptError(error);
    throw error;
  };
}

/**
 * Returns what the call resolves to, and ends the chat of its run with exactly that.
 *
 * @example
 * const run = new HostRun();
 * await settleRun(run, async () => 'sunny'); // => 'sunny'
 */
export async function settleRun<T>(
  run: Pick<HostRun, 'done' | 'failed'>,
  act: () => Promise<T>,
): Promise<T> {
  try {
    const result = await act();
    await run.done();
    return result;
  } catch (error) {
    await run.failed(error);
    throw error;
  }
}
