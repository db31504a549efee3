import { RunMemory } from '@interpose/adapter-kit';

/** A call that a model made, until a tool takes it. */
export interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the adapter has to remember of a run until it ends; what the model shall read in place of what the host wrote is text. */
export class RunNotes extends RunMemory<string> {
  /** Arguments that were no JSON, by call id. */
  readonly unparsed: Map<string, string> = new Map();
  /** The executions that passed the gates of tools, by the id that LangChain gave them. */
  readonly gated: Set<string> = new Set();
  /** The calls of the last answer that no tool has taken yet, by id. */
  readonly open: Map<string, OpenCall> = new Map();
}
