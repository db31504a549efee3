import type { Hooks, SessionOptions } from '@interpose/core';
import type { RecordedChat, RecordedRun } from '@interpose/testing';
import type { TranscriptStep } from '../replay/transcript/transcript.ts';

/** One recorded run, as a framework's own agent is to play it. */
export interface ReplayJob {
  readonly run: RecordedRun;
  readonly hooks: Hooks;
  readonly session: SessionOptions;
  readonly isStreamed: boolean;
}

/** One chat of it: a model of its own over HTTP, and the tools that answer as recorded. */
export interface ReplayChat {
  readonly recorded: RecordedChat;
  /** Where the scripted model of this chat answers. */
  readonly baseURL: string;
  /** For the client of the model: ends the chat when it asks for an answer that nobody recorded. */
  readonly fetch: typeof globalThis.fetch;
  /** Aborts when the recording has no further answer. */
  readonly signal: AbortSignal;
  /** Runs a tool: gives the recorded result or throws the recorded error. */
  callTool(name: string, callId: string, args: unknown): string;
}

/** Plays the next chat of a run; the history between chats is its own, as an app keeps it. */
export type PlayChat = (chat: ReplayChat) => Promise<readonly TranscriptStep[]>;

/** One SDK whose own agent, hooked, plays recorded runs. */
export interface Framework {
  /** As `--framework` spells it. */
  readonly name: string;
  /** Gets ready for one run. */
  begin(job: ReplayJob): PlayChat;
}
