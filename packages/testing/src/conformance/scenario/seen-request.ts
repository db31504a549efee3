import type { Dict, Trace } from '@interpose/core';

/** One message as it stood in a request that reached the model. */
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
      /** The result or error as text; JSON where it is not a string. */
      readonly text: string;
    };

/** One request as the model got it, in no framework's terms. */
export interface SeenRequest {
  /** The name of the `AgentFixture` whose model it reached, `main` for the first agent. */
  readonly agent: string;
  /** The name of the model it was for. */
  readonly model?: string;
  readonly streamed: boolean;
  /** The texts of all system and developer messages, in order. */
  readonly instructions: readonly string[];
  readonly messages: readonly SeenMessage[];
  /** The names of the tools on offer. */
  readonly tools: readonly string[];
  /** The trace context that came with it. */
  readonly trace?: Trace;
}
