import type { Dict, Trace } from '@interpose/core';

/** One message of a request that reached the model. */
export type SeenMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly {
        readonly id: string;
        readonly name: string;
        readonly args: Dict;
      }[];
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      /** The result or error as text; as JSON if it is not a string. */
      readonly text: string;
    };

/** One request as the model got it, in a form common to all frameworks. */
export interface SeenRequest {
  /** The name of the `AgentFixture` whose model got it; `main` for the first agent. */
  readonly agent: string;
  /** The name of the requested model. */
  readonly model?: string;
  readonly streamed: boolean;
  /** The texts of all system and developer messages, in order. */
  readonly instructions: readonly string[];
  readonly messages: readonly SeenMessage[];
  /** The names of the offered tools. */
  readonly tools: readonly string[];
  /** The trace context of the request. */
  readonly trace?: Trace;
}
