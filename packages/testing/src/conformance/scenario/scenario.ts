import type {
  AgentIdentity,
  Dict,
  Hooks,
  SessionOptions,
  ToolAnnotations,
  Trace,
  User,
} from '@interpose/core';
import type { HarnessRun } from './harness-run.ts';
import type { Seams } from './seams.ts';
import type { ModelScript } from './turn.ts';

/** What a tool function gets beside its arguments. */
export interface ToolRun {
  readonly callId: string;
  /** The host's signal for this call; absent if the host has none. */
  readonly signal?: AbortSignal;
}

/** A tool the app gives to its agent. */
export interface ToolFixture {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments; an open object by default. */
  readonly schema?: Dict;
  readonly annotations?: ToolAnnotations;
  /** True if its result is the agent's answer, without a further model call. Needs `return-direct`. */
  readonly final?: boolean;
  run(args: Dict, run: ToolRun): unknown;
}

/** Another agent that the first can call or hand over to. */
export interface AgentFixture {
  readonly name: string;
  /** `tool`: its answer is a tool result; needs `agent-tools`. `handoff`: it takes over the chat; needs `handoffs`. */
  readonly as: 'tool' | 'handoff';
  readonly instructions?: string;
  readonly model: ModelScript;
  readonly tools?: readonly ToolFixture[];
}

/** One message that the app sends; a resent history also has assistant messages. */
export interface InputMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** The caller's side of a stream. */
export interface Consumer {
  /** Called for every piece of text as it arrives, before the next is read; `break` stops reading. */
  onText?(text: string): void | 'break';
}

/** A user message the app pushes into a running chat; needs `steering`. */
export interface Steering {
  /** The 0-based model call; the message arrives while the tools of this call run. */
  readonly afterIteration: number;
  readonly text: string;
}

/** One agent run as a behaviour describes it; a harness builds it with its own framework. */
export interface Scenario {
  readonly hooks: Hooks;
  readonly model: ModelScript;
  readonly messages: readonly InputMessage[];
  /** The system prompt. */
  readonly instructions?: string;
  readonly tools?: readonly ToolFixture[];
  readonly agents?: readonly AgentFixture[];
  /** The session that the app sets in the options of `withHooks`. */
  readonly session?: SessionOptions;
  /** The id of the framework's own session (thread, conversation); needs `host-session`. */
  readonly hostSession?: string;
  /** The agent's identity, as the app sets it. */
  readonly agent?: AgentIdentity;
  readonly user?: User;
  /** The trace context that the app sets in the options of `withHooks`; needs `trace`. */
  readonly trace?: Trace;
  /** The caller's abort signal. */
  readonly signal?: AbortSignal;
  readonly consumer?: Consumer;
  /** The JSON Schema of the structured output to request; needs `structured-output`. */
  readonly output?: Dict;
  /** The model must call a tool; needs `required-tool-choice`. */
  readonly toolChoice?: 'required';
  /** How often the framework itself repeats a failed model call; 0 by default. */
  readonly hostRetries?: number;
  readonly steering?: readonly Steering[];
  /** The run whose whole history the app sends again before `messages`. */
  readonly after?: HarnessRun;
  /** Features that only some hosts have: triggers, knowledge, memory, MCP, A2A, compaction. */
  readonly seams?: Seams;
}
