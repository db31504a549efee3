import {
  andThen,
  HostRun,
  isCausedByAbort,
  keptError,
  RunMemory,
  SeenCalls,
  type Copy,
} from '@interpose/adapter-kit';
import type { MaybePromise, Message, ToolCall } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { NO_ANSWERS, type Answers, type WrittenCall } from '../approval/answers.ts';
import type { Layer } from '../targets/layers.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import { argumentsOf } from '../translate/content-to-contract.ts';
import type {
  NativeAgent,
  NativeContext,
  NativeOutputItem,
  NativeRunner,
  NativeTool,
} from '../translate/native.ts';
import type { HostedCalls } from './hosted-calls.ts';

/** What a run is opened with. */
export interface RunOpening {
  readonly sdk: Sdk;
  readonly runner: NativeRunner;
  readonly agent: NativeAgent;
  readonly targets: readonly Layer[];
  /** The path of the capability table this run takes. */
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  /** What the SDK itself calls the conversation. */
  readonly hostSession?: string | undefined;
  readonly messages?: (copy: Copy) => readonly Message[];
  /** What a person answered to calls that were suspended. */
  readonly answers?: Answers;
}

/** One registry's part in a run: its chat, and what is remembered until it ends. */
export class RunLayer extends HostRun {
  readonly run: AgentRun;
  readonly chat: Chat;
  /** What has to be remembered until the run ends, once there is anything. */
  remembered: RunMemory<string> | undefined;
  /** True once its hooks have admitted what the user said. */
  heard = false;
  /** The calls a person refused that the hooks have not heard of yet. */
  readonly refusedCalls: WrittenCall[];
  readonly #calls = new SeenCalls((args) => args);

  constructor(run: AgentRun, chat: Chat) {
    super();
    this.opened = chat;
    this.chat = chat;
    this.run = run;
    this.refusedCalls = [...run.answers.refused];
  }

  get memory(): RunMemory<string> {
    return (this.remembered ??= new RunMemory());
  }

  /** One call is one value for hooks, when it is asked about and when it runs. */
  callOf({ callId, name, arguments: text }: WrittenCall): ToolCall {
    return this.#calls.callOf(callId, name, text, () => argumentsOf(text, this.copy));
  }
}

export const NO_NAMES: ReadonlySet<string> = new Set();
const NO_TOOLS: ReadonlyMap<string, NativeTool> = new Map();

/** One run of a hooked agent: the chats of its registries, the outermost first. */
export class AgentRun {
  readonly sdk: Sdk;
  /** The agent whose turn it is. */
  agent: NativeAgent;
  /** The agent whose handoffs the SDK has just asked for, and whose tools it asks for next. */
  next: NativeAgent | undefined;
  readonly layers: RunLayer[] = [];
  /** The registries as they are on the targets: agents that the run reaches get them too, and may add their own. */
  targets: readonly Layer[];
  /** What it was opened with: chats that join it are opened alike. */
  readonly opening: RunOpening;
  /** What a person answered to calls that were suspended. */
  readonly answers: Answers;
  /** What a hook or an observer ended the run with, outside a model call. */
  fatal: { readonly error: unknown } | undefined;
  /** The app's own tools of this turn, by name. */
  tools: ReadonlyMap<string, NativeTool> = NO_TOOLS;
  /** The tools that searches of the app have found, by name, once there are any. */
  found: Map<string, NativeTool> | undefined;
  /** The names under which this turn's agent can hand over. */
  handoffs: ReadonlySet<string> = NO_NAMES;
  /** True once what the user said has passed the hooks: a model is asked, or hooks answered in its place. */
  asked = false;
  /** True while the SDK carries out the calls of an answer: only then it looks at tools by their functions. */
  carriesOut = false;
  /** True once the app itself has answered in place of a run that failed. */
  answered = false;
  /** Writes what was kept back from storages until the hooks had seen it. */
  flush: (() => Promise<void>) | undefined;
  /** True where the provider keeps the conversation. */
  isServerManaged = false;
  /** The SDK's own context, once an agent was asked for its tools. */
  context: NativeContext | undefined;
  /** What is known of the calls that the provider makes, once there is one. */
  hosted: HostedCalls | undefined;
  /** The call whose actions the computer carries out now. */
  computerCall = '';
  /** The calls that a policy stopped or whose result it withheld, by id, once there are any. */
  stopped: Set<string> | undefined;
  /** The calls of which the model does not read what their tool gave, by id, once there are any. */
  changed: Set<string> | undefined;
  /** What the last answer holds: the SDK tells an approval what it has read in a call, and not how the model wrote it. */
  output: readonly NativeOutputItem[] = [];
  #signal: AbortSignal | undefined;
  /** True once the chats have ended. */
  ended = false;

  constructor(opening: RunOpening) {
    const { sdk, agent, targets, answers = NO_ANSWERS } = opening;
    this.opening = opening;
    this.sdk = sdk;
    this.agent = agent;
    this.targets = targets;
    this.answers = answers;
  }

  /** The chat that code inside of this run belongs to: that of the innermost registry. */
  get chat(): RunLayer['chat'] {
    return this.layers.at(-1)!.chat;
  }

  /** The arguments of a call as the model wrote them, where its answer was seen. */
  textOf(callId: string, args: unknown): string {
    for (const item of this.output)
      if (item.type === 'function_call' && item.callId === callId) return item.arguments;
    return typeof args === 'string' ? args : JSON.stringify(args);
  }

  /** Ends the run with the very error of a hook, not what the SDK makes of it; the caller's own abort is none. */
  readonly endWith = (error: unknown): never => {
    if (!this.chat.signal.aborted) this.fatal ??= keptError(error);
    throw error;
  };

  /** Ends the chats when this signal aborts: the consumer of a stream may leave without the caller's own signal. */
  follow(signal: AbortSignal | undefined): void {
    if (signal === undefined || this.#signal === signal) return;
    this.#signal?.removeEventListener('abort', this.#left);
    this.#signal = signal;
    if (signal.aborted) this.#left();
    else signal.addEventListener('abort', this.#left, { once: true });
  }

  readonly #left = (): void => {
    const reason: unknown = this.#signal?.reason;
    // One attempt of a model took too long: the SDK may ask again, the run goes on.
    if (reason instanceof Error && reason.name === 'ModelTimeoutError') return;
    // The rejection of an observer in this ending reaches nobody: the caller is gone.
    this.aborted(reason).catch(() => undefined);
  };

  /** Ends the chats with the value the caller got. */
  done(): MaybePromise<void> {
    return andThen(this.flush?.(), () => this.#endAll((layer) => layer.done()));
  }

  /** Ends the chats because the caller gave up. */
  async aborted(reason: unknown): Promise<void> {
    await this.#flushQuietly();
    await this.#endAll((layer) => layer.aborted(reason));
  }

  /** Ends the chats with what the caller's promise or stream failed with. */
  async failed(error: unknown): Promise<void> {
    const aborted = this.layers.find(({ chat }) => chat.signal.aborted);
    if (aborted !== undefined) return this.aborted(aborted.chat.signal.reason);
    if (isCausedByAbort(error)) return this.aborted(error);
    await this.#flushQuietly();
    await this.#endAll((layer) => layer.end({ kind: 'error', error }));
  }

  /** The caller gets the error of the run, not that of a storage. */
  async #flushQuietly(): Promise<void> {
    // At once: where a stream is over while this is written, it must not count as a run that was done.
    this.ended = true;
    await this.flush?.().catch(() => undefined);
  }

  /** Ends the chats one after the other, the innermost first, and waits only where one has to be waited for. */
  #endAll(end: (layer: RunLayer) => MaybePromise<void>, left = this.layers): MaybePromise<void> {
    this.ended = true;
    this.#signal?.removeEventListener('abort', this.#left);
    const layer = left.at(-1);
    if (layer !== undefined) return andThen(end(layer), () => this.#endAll(end, left.slice(0, -1)));
  }
}
