import type { Dict, ToolCall } from '@interpose/core';
import type { SeenRequest } from './seen-request.ts';

/** A call that waits for a person, as the host reports it to the app. */
export interface PendingCall {
  readonly callId: string;
  readonly name: string;
  readonly args: Dict;
  /** The token for `hooks.resume`, if the adapter shows it to the app. */
  readonly token?: string;
}

/** What the caller got in the end. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly text: string;
      /** The parsed object, if structured output was requested. */
      readonly object?: unknown;
    }
  /** A normal end that carries the host's own sign of a refusal. */
  | { readonly kind: 'refusal'; readonly text: string }
  /** The call rejected, or the stream failed, with this error. */
  | { readonly kind: 'error'; readonly error: unknown }
  /** The caller's signal ended the run, however the host shows that. */
  | { readonly kind: 'aborted' }
  /** The consumer stopped reading. */
  | { readonly kind: 'stopped' }
  /** The host suspended the chat natively; needs `native-suspension`. */
  | { readonly kind: 'suspended'; readonly pending: readonly PendingCall[] };

/** Everything the caller could see: the parts of a stream, or the result of a plain call. */
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
  /** The requests that actually reached the models, in order of arrival, including those of sub-agents. */
  readonly requests: readonly SeenRequest[];
  /** Violations of the host's own rules for streams: unclosed blocks, a missing end. Empty for a plain run. */
  readonly streamFaults: readonly string[];
  /** Continues a suspended run; needs `native-suspension`. */
  resume(answer: PersonsAnswer): Promise<HarnessRun>;
}
