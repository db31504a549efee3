import type { Dict, ToolCall } from '@interpose/core';
import type { SeenRequest } from './seen-request.ts';

/** A call that waits for a person, as the host reports it to the app. */
export interface PendingCall {
  readonly callId: string;
  readonly name: string;
  readonly args: Dict;
  /** The token for `hooks.resume`, where the adapter shows it to the app. */
  readonly token?: string;
}

/** What the caller got in the end. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly text: string;
      /** The parsed object, where structured output was asked for. */
      readonly object?: unknown;
    }
  /** An ordinary ending that carries the host's own sign of a refusal. */
  | { readonly kind: 'refusal'; readonly text: string }
  /** The call rejected, or the stream failed, with this. */
  | { readonly kind: 'error'; readonly error: unknown }
  /** It ended by the caller's signal, in whatever way the host shows that. */
  | { readonly kind: 'aborted' }
  /** The consumer stopped reading. */
  | { readonly kind: 'stopped' }
  /** The host suspended the chat natively; needs `native-suspension`. */
  | { readonly kind: 'suspended'; readonly pending: readonly PendingCall[] };

/** Everything the caller could see; of a stream what its parts held, else what the result held. */
export interface Received {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
}

/** A person's answer to every pending call of a suspended run. */
export interface PersonsAnswer {
  readonly approved: boolean;
  readonly reason?: string;
  /** The client changes the pending call's arguments in the history it holds before it resumes. */
  readonly tamperedArgs?: Dict;
}

/** One finished run. */
export interface HarnessRun {
  readonly outcome: Outcome;
  readonly received: Received;
  /** What really reached the models, in order of arrival, sub-agents' requests included. */
  readonly requests: readonly SeenRequest[];
  /** What is wrong with the stream by the host's own rules: unclosed blocks, a missing end. Empty when plain. */
  readonly streamFaults: readonly string[];
  /** Goes on with a suspended run; needs `native-suspension`. */
  resume(answer: PersonsAnswer): Promise<HarnessRun>;
}
