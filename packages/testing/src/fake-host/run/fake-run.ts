import type { Dict } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';

import type { Cycles } from './cycles.ts';
import type { FakeAgent } from '../agents/fake-agent.ts';
import type { FakeCallOptions, FakeHostOptions } from './fake-host-options.ts';
import type { FakeMessage, FakeOffer } from '../translate/fake-values.ts';
import type { Origins } from '../translate/origins.ts';

/** The state of one fake run. */
export interface FakeRun {
  readonly options: FakeHostOptions;
  readonly call: FakeCallOptions;
  readonly cycles: Cycles;
  readonly chat: Chat;
  readonly origins: Origins;
  readonly streamed: boolean;
  /** The history that the app holds after the run. */
  readonly history: FakeMessage[];
  /** The messages before the history: knowledge and memory. */
  readonly attached: FakeMessage[];
  /** The offered tools. They are the same objects every time, so that unchanged ones are recognised. */
  readonly offers: Map<string, FakeOffer>;
  /** The current agent; a handoff replaces it. */
  agent: FakeAgent;
  mcp: McpConnection | undefined;
  /** The keys `kind:name` of components that a policy denied. */
  absent: ReadonlySet<string>;
  /** Runs another agent as a child chat and returns its answer, or the text of its refusal. */
  startChild(agent: FakeAgent, input: string): Promise<string>;
}

/** The fake framework's end of an MCP wire. */
export interface McpConnection {
  readonly server: string;
  readonly tools: readonly string[];
  /** Calls a tool. Rejects with the server's error, or with the error that a policy replaced it with. */
  callTool(name: string, args: Dict): Promise<unknown>;
}
