import type { AgentIdentity, Denial, Hooks, Message } from '@interpose/core';
import { isCausedByAbort, type Copy, type WithHooksOptions } from '@interpose/adapter-kit';
import {
  currentChat,
  frozenCopy,
  openChat,
  type Chat,
  type ChatEnding,
  type ChatOptions,
  type SuspendedChat,
} from '@interpose/core/adapter';
import type { PendingAsks } from '../approval/resume.ts';
import { RunNotes } from './run-memory.ts';
import type { NativeTool } from '../translate/native.ts';

/** What a run is opened with. */
export interface RunOpening {
  readonly hooks: Hooks;
  readonly options: WithHooksOptions;
  readonly agent: AgentIdentity;
  readonly can: NonNullable<ChatOptions['can']>;
  /** True where a call can wait for a person and be resumed. */
  readonly suspends: boolean;
  readonly signal?: AbortSignal | undefined;
  /** The thread of a checkpointer. */
  readonly threadId?: string | undefined;
  readonly messages?: ((copy: Copy) => readonly Message[]) | undefined;
  /** What waited for a person, where this run goes on with it. */
  readonly pending?: PendingAsks | undefined;
  readonly resumes?: SuspendedChat | undefined;
  /** True where the app asked for an object, which no refusal can be. */
  readonly isStructured?: boolean;
}

/** One call of a hooked target: its chat, and what the adapter has to remember until it ends. */
export class ChatRun {
  readonly hooks: Hooks;
  readonly chat: Chat;
  /** The run this one is nested in, of whatever registry. */
  readonly outer: ChatRun | undefined;
  readonly isStructured: boolean;
  readonly suspends: boolean;
  readonly pending: PendingAsks | undefined;
  /** The tools bound to the models of this run, by name. */
  readonly tools: Map<string, NativeTool> = new Map();
  readonly notes: RunNotes = new RunNotes();
  /** The refusal that went out, if one did. */
  refusal: Denial | undefined;
  /** True when a call waits for a person. */
  suspended = false;
  /** What a hook or an observer ended the run with, where the host would carry on. */
  fatal: { readonly error: unknown } | undefined;

  private constructor(opening: RunOpening, chat: Chat, outer: ChatRun | undefined) {
    this.hooks = opening.hooks;
    this.chat = chat;
    this.outer = outer;
    this.isStructured = opening.isStructured === true;
    this.suspends = opening.suspends;
    this.pending = opening.pending;
    runs.set(chat, this);
  }

  /** Opens the chat of a call, as the child of the one the call is made in. */
  static async open(opening: RunOpening): Promise<ChatRun> {
    const { hooks, options, agent, can, suspends, signal, messages, resumes, threadId } = opening;
    const parent = livingChat();
    const outer = parent === undefined ? undefined : runs.get(parent);
    const chat = await openChat(hooks, {
      host: { framework: 'langchain', version: '' },
      agent,
      can,
      suspends,
      ...(options.session === undefined ? undefined : { session: options.session }),
      ...(threadId === undefined ? undefined : { hostSession: { id: threadId } }),
      ...(options.user === undefined ? undefined : { user: options.user }),
      ...(options.trace === undefined ? undefined : { trace: options.trace }),
      ...(parent === undefined ? undefined : { parent }),
      ...(signal === undefined ? undefined : { signal }),
      ...(messages === undefined ? undefined : { messages: () => messages(frozenCopy) }),
      ...(resumes === undefined ? undefined : { resumes }),
    });
    return new ChatRun(opening, chat, outer);
  }

  /** Copies what the host owns where the registry is strict; a value hooks may see without harm comes back itself. */
  readonly copy: Copy = (value) => (this.chat.strict ? frozenCopy(value) : value);

  /** Ends the chat with the value the caller got. */
  async done(): Promise<void> {
    const reason =
      this.refusal !== undefined ? 'denied' : this.suspended ? 'suspended' : 'completed';
    await this.#end({ kind: 'done', reason });
  }

  /** Ends the chat with what the caller's promise or stream failed with. */
  async failed(error: unknown): Promise<void> {
    if (this.chat.signal.aborted) return this.aborted(this.chat.signal.reason);
    if (isCausedByAbort(error)) return this.aborted(error);
    await this.#end({ kind: 'error', error });
  }

  /** Ends the chat because the caller gave up. */
  async aborted(reason: unknown): Promise<void> {
    await this.#end({ kind: 'abort', reason });
  }

  async #end(ending: ChatEnding): Promise<void> {
    await this.chat.end(ending);
  }
}

const runs = new WeakMap<Chat, ChatRun>();

/** The chat the running code is inside of, while it lasts. */
function livingChat(): Chat | undefined {
  const chat = currentChat();
  return chat?.ended === false ? chat : undefined;
}

/** The innermost run of this registry that the running code is inside of. */
export function currentRun(hooks: Hooks): ChatRun | undefined {
  return surroundingRuns().find((run) => run.hooks === hooks);
}

/** The runs the running code is inside of, the innermost first; of each registry only one. */
export function surroundingRuns(): readonly ChatRun[] {
  const chat = livingChat();
  const found: ChatRun[] = [];
  for (let run = chat && runs.get(chat); run !== undefined; run = run.outer) {
    const { hooks } = run;
    if (!run.chat.ended && !found.some((other) => other.hooks === hooks)) found.push(run);
  }
  return found;
}
