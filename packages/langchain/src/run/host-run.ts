import type { Hooks, MaybePromise, Message, ToolCall } from '@interpose/core';
import {
  HostRun,
  isDict,
  openHostChat,
  RunMemory,
  type Copy,
  type HostOpening,
  type Layer,
} from '@interpose/adapter-kit';
import { currentChat, frozenCopy, type Chat } from '@interpose/core/adapter';
import type { PendingAsks } from '../approval/resume.ts';
import type { NativeTool } from '../translate/native.ts';

/** The options with which a run is opened. */
export interface RunOpening
  extends Layer, Pick<HostOpening, 'agent' | 'can' | 'suspends' | 'signal' | 'resumes'> {
  /** The thread id of a checkpointer. */
  readonly threadId?: string | undefined;
  readonly messages?: ((copy: Copy) => readonly Message[]) | undefined;
  /** The calls that waited for a person, if this run resumes them. */
  readonly pending?: PendingAsks | undefined;
  /** Whether the app asked for an object. A refusal cannot be one. */
  readonly isStructured?: boolean;
  /** Whether a model without hooks may not be called. */
  readonly guardsModels?: boolean;
  /** The run of the same hooks that passes its work to this one, if this one is on another machine. */
  readonly delegator?: ChatRun | undefined;
}

/** A call of a tool that does not exist: its name, and what the model reads in place of the host's output. */
export interface UnknownCall {
  readonly name: string;
  readonly content: string;
}

/** What the adapter remembers of a run until it ends. */
class RunNotes extends RunMemory<UnknownCall> {
  /** Arguments that were not JSON, by call id. */
  readonly unparsed: Map<string, string> = new Map();
  /** The ids that LangChain gave to executions which passed the gates of tools. */
  readonly gated: Set<string> = new Set();
  /** The calls of the last answer that no tool has taken yet, by id. */
  readonly open: Map<string, ToolCall> = new Map();
}

/** One call of a hooked target: its chat and what the adapter remembers until it ends. */
export class ChatRun extends HostRun<RunNotes> {
  readonly hooks: Hooks;
  readonly chat: Chat;
  /** The run around this one, of any registry. */
  readonly outer: ChatRun | undefined;
  readonly isStructured: boolean;
  readonly guardsModels: boolean;
  readonly delegator: ChatRun | undefined;
  /** The options of this run; or, if they do not set `require`, those of the surrounding run of the same hooks. */
  readonly asked: Pick<Layer['options'], 'require'>;
  readonly suspends: boolean;
  readonly pending: PendingAsks | undefined;
  /** The tools bound to the models of this run, by name. */
  readonly tools: Map<string, NativeTool> = new Map();

  private constructor(opening: RunOpening, chat: Chat, outer: ChatRun | undefined) {
    super();
    this.hooks = opening.hooks;
    this.chat = this.opened = chat;
    this.outer = outer;
    this.delegator = opening.delegator;
    this.isStructured = opening.isStructured === true;
    const above = outer?.hooks === opening.hooks ? outer : undefined;
    const { guardsModels, options } = opening;
    this.asked = options.require === undefined && above !== undefined ? above.asked : options;
    this.guardsModels =
      guardsModels === true || this.asked.require === 'enforced' || above?.guardsModels === true;
    this.suspends = opening.suspends;
    this.pending = opening.pending;
    runs.set(chat, this);
  }

  /** An agent that pauses, or hands over to another one in the graph around it, ends with what LangGraph throws. */
  override failed(error: unknown): MaybePromise<void> {
    if (!isBubbleUp(error) || this.chat.signal.aborted) return super.failed(error);
    notePause(this, error);
    notePause(this.outer, error);
    return this.done();
  }

  protected override newMemory(): RunNotes {
    return new RunNotes();
  }

  /** Opens the chat of a call, as a child of the chat around the call. */
  static async open(opening: RunOpening): Promise<ChatRun> {
    const { hooks, messages, threadId } = opening;
    const parent = livingChat();
    const chat = await openHostChat(hooks, {
      ...opening,
      host: { framework: 'langchain', version: '' },
      conversation: threadId,
      parent,
      messages: messages && (() => messages(frozenCopy)),
    });
    return new ChatRun(opening, chat, parent && runs.get(parent));
  }
}

/** Whether this is what LangGraph throws to pause a graph or to leave it, which is not an error. */
export function isBubbleUp(error: unknown): boolean {
  return isDict(error) && error['is_bubble_up'] === true;
}

/** Notes that the run pauses, if this is what LangGraph throws to pause it. Not all streams tell that. */
export function notePause(run: ChatRun | undefined, error: unknown): void {
  if (run !== undefined && isBubbleUp(error) && 'interrupts' in (error as object))
    run.suspended = true;
}

const runs = new WeakMap<Chat, ChatRun>();

/** Returns the chat around the running code, if it has not ended. */
function livingChat(): Chat | undefined {
  const chat = currentChat();
  return chat?.ended === false ? chat : undefined;
}

/** Returns the innermost run of this registry around the running code. */
export function currentRun(hooks: Hooks): ChatRun | undefined {
  const chat = livingChat();
  for (let run = chat && runs.get(chat); run !== undefined; run = run.outer)
    if (!run.chat.ended && run.hooks === hooks) return run;
  return undefined;
}

/** Whether any hooked run is around the running code. */
export function isInRun(): boolean {
  const chat = livingChat();
  let run = chat && runs.get(chat);
  while (run?.chat.ended === true) run = run.outer;
  return run !== undefined;
}

/** Returns the runs around the running code, the innermost first; only one for each registry. */
export function surroundingRuns(): readonly ChatRun[] {
  const chat = livingChat();
  const found: ChatRun[] = [];
  for (let run = chat && runs.get(chat); run !== undefined; run = run.outer)
    if (!run.chat.ended && (found.length === 0 || !isAmong(found, run.hooks))) found.push(run);
  return found;
}

/** A function of its own, so that the loop above makes no closure for each run. */
function isAmong(found: readonly ChatRun[], hooks: Hooks): boolean {
  return found.some((run) => run.hooks === hooks);
}

/** Returns the run of these registries around the running code if it is over, so that no hook can be asked any more. */
export function runThatIsOver(registries: Pick<WeakSet<Hooks>, 'has'>): ChatRun | undefined {
  const chat = currentChat();
  let run = chat && runs.get(chat);
  while (run !== undefined && !registries.has(run.hooks)) run = run.outer;
  return run?.chat.ended === true ? run : undefined;
}
