import {
  andThen,
  HostRun,
  isCausedByAbort,
  keptError,
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
  NativeItem,
  NativeOutputItem,
  NativeRunner,
  NativeTool,
} from '../translate/native.ts';
import type { HostedCalls } from './hosted-calls.ts';

/** The arguments for opening a run. */
export interface RunOpening {
  readonly sdk: Sdk;
  readonly runner: NativeRunner;
  readonly agent: NativeAgent;
  readonly targets: readonly Layer[];
  /** The path in the capability table, such as "run" or "run streamed". */
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  /** The SDK's own name for the conversation. */
  readonly hostSession?: string | undefined;
  readonly messages?: (copy: Copy) => readonly Message[];
  /** The answers that a person gave to suspended calls. */
  readonly answers?: Answers;
}

/** One registry's part in a run: its chat, and what it has to remember until the run ends. */
export class RunLayer extends HostRun {
  readonly run: AgentRun;
  readonly chat: Chat;
  /** True once the hooks of this registry have admitted the user's message. */
  heard = false;
  /** The calls that a person refused and that are not reported to hooks yet. */
  readonly refusedCalls: WrittenCall[];
  readonly #calls = new SeenCalls((args) => args);

  constructor(run: AgentRun, chat: Chat) {
    super();
    this.opened = chat;
    this.chat = chat;
    this.run = run;
    this.refusedCalls = [...run.answers.refused];
  }

  /** Returns the call as hooks see it: the same object for its approval and for its execution. */
  callOf({ callId, name, arguments: text }: WrittenCall): ToolCall {
    return this.#calls.callOf(callId, name, text, () => argumentsOf(text, this.copy));
  }
}

export const NO_NAMES: ReadonlySet<string> = new Set();
const NO_TOOLS: ReadonlyMap<string, NativeTool> = new Map();

/** One run of a hooked agent, with the chats of its registries, the outermost first. */
export class AgentRun {
  readonly sdk: Sdk;
  /** The agent whose turn it is. */
  agent: NativeAgent;
  /** The agent whose handoffs the SDK has just asked for; the SDK asks for its tools next. */
  next: NativeAgent | undefined;
  readonly layers: RunLayer[] = [];
  /** The registries of this run. Agents that the run reaches get these too, and may add their own. */
  targets: readonly Layer[];
  /** The arguments that the run was opened with; chats that join later are opened in the same way. */
  readonly opening: RunOpening;
  /** The answers that a person gave to suspended calls. */
  readonly answers: Answers;
  /** The error by which a hook or an observer ended the run, outside of a model call. */
  fatal: { readonly error: unknown } | undefined;
  /** The app's own tools in this turn, by name. */
  tools: ReadonlyMap<string, NativeTool> = NO_TOOLS;
  /** The tools that tool searches of the app have found, by name; undefined until there are any. */
  found: Map<string, NativeTool> | undefined;
  /** The names of the handoff tools of the current agent. */
  handoffs: ReadonlySet<string> = NO_NAMES;
  /** True once hooks have seen the user's message: a model was asked, or a hook answered in its place. */
  asked = false;
  /** True while the SDK carries out the calls of an answer: only then does it identify tools by their functions. */
  carriesOut = false;
  /** True once an error handler of the app has answered for a run that failed. */
  answered = false;
  /** Writes the session items that were held back until hooks had seen them. */
  flush: (() => Promise<void>) | undefined;
  /** What the app's filter made of messages of the user, by their content; undefined without a filter. */
  filtered: Map<string, NativeItem> | undefined;
  /** True if the provider stores the conversation. */
  isServerManaged = false;
  /** The SDK's own context; undefined until it asks an agent for tools. */
  context: NativeContext | undefined;
  /** What is known of calls at the provider; undefined until there is one. */
  hosted: HostedCalls | undefined;
  /** The id of the call whose actions the computer carries out now. */
  computerCall = '';
  /** The ids of calls that a policy stopped, or whose result a policy withheld; undefined until there are any. */
  stopped: Set<string> | undefined;
  /** The ids of calls whose result the model does not read as the tool gave it; undefined until there are any. */
  changed: Set<string> | undefined;
  /** The items of the last answer: for an approval the SDK gives parsed arguments, not the model's text. */
  output: readonly NativeOutputItem[] = [];
  #signal: AbortSignal | undefined;
  /** True once the chats have ended, or are about to. */
  ended = false;

  constructor(opening: RunOpening) {
    const { sdk, agent, targets, answers = NO_ANSWERS } = opening;
    this.opening = opening;
    this.sdk = sdk;
    this.agent = agent;
    this.targets = targets;
    this.answers = answers;
  }

  /** The chat that code inside of this run belongs to: the chat of the innermost registry. */
  get chat(): RunLayer['chat'] {
    return this.layers.at(-1)!.chat;
  }

  /** Returns the arguments of a call as the model wrote them, if its answer was seen; else as JSON. */
  textOf(callId: string, args: unknown): string {
    for (const item of this.output)
      if (item.type === 'function_call' && item.callId === callId) return item.arguments;
    return typeof args === 'string' ? args : JSON.stringify(args);
  }

  /** Ends the run with a hook's own error, not the SDK's version of it; has no effect after the caller's abort. */
  readonly endWith = (error: unknown): never => {
    if (!this.chat.signal.aborted) this.fatal ??= keptError(error);
    throw error;
  };

  /** Ends the chats when this signal aborts: the reader of a stream may leave without aborting the caller's signal. */
  follow(signal: AbortSignal | undefined): void {
    if (signal === undefined || this.#signal === signal) return;
    this.#signal?.removeEventListener('abort', this.#left);
    this.#signal = signal;
    if (signal.aborted) this.#left();
    else signal.addEventListener('abort', this.#left, { once: true });
  }

  readonly #left = (): void => {
    const reason: unknown = this.#signal?.reason;
    // One model attempt took too long. The SDK may ask again, so the run goes on.
    if (reason instanceof Error && reason.name === 'ModelTimeoutError') return;
    // The caller is gone, so nobody could receive an error that an observer throws here.
    this.aborted(reason).catch(() => undefined);
  };

  /** Ends the chats after the caller got its value. */
  done(): MaybePromise<void> {
    return andThen(this.flush?.(), () => this.#endAll((layer) => layer.done()));
  }

  /** Ends the chats because the caller aborted or left. */
  async aborted(reason: unknown): Promise<void> {
    await this.#flushQuietly();
    await this.#endAll((layer) => layer.aborted(reason));
  }

  /** Ends the chats with the error that the caller gets. */
  async failed(error: unknown): Promise<void> {
    const aborted = this.layers.find(({ chat }) => chat.signal.aborted);
    if (aborted !== undefined) return this.aborted(aborted.chat.signal.reason);
    if (isCausedByAbort(error)) return this.aborted(error);
    await this.#flushQuietly();
    await this.#endAll((layer) => layer.end({ kind: 'error', error }));
  }

  /** Writes the items that were held back. Its errors are dropped: the caller gets the error of the run. */
  async #flushQuietly(): Promise<void> {
    // Set before the write: a stream that ends meanwhile must not count as a finished run.
    this.ended = true;
    await this.flush?.().catch(() => undefined);
  }

  /** Ends the chats one after the other, the innermost first. Returns a promise only if an ending takes time. */
  #endAll(end: (layer: RunLayer) => MaybePromise<void>, left = this.layers): MaybePromise<void> {
    this.ended = true;
    this.#signal?.removeEventListener('abort', this.#left);
    const layer = left.at(-1);
    if (layer !== undefined) return andThen(end(layer), () => this.#endAll(end, left.slice(0, -1)));
  }
}
