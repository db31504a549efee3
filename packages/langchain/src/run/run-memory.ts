import type { BaseMessage } from '@langchain/core/messages';

/** A call that a model made, until a tool takes it. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the adapter has to remember of a run until it ends. */
export class RunNotes {
  /** The components a policy wants absent, by tool name. */
  readonly absent: Set<string> = new Set();
  /** Arguments that were no JSON, by call id. */
  readonly unparsed: Map<string, string> = new Map();
  /** The calls of the last answer that no tool has taken yet, by id. */
  readonly open: Map<string, OpenCall> = new Map();
  /** What the model shall read in place of what the host wrote, by call id. */
  readonly outputs: Map<string, string> = new Map();
  /** Whether policies let the provider run a tool of its own, by name. */
  readonly providerTools: Map<string, boolean> = new Map();
  /** The last message a model of this run got or gave, for what goes on with it. */
  last: BaseMessage | undefined;
}
