import type { Dict } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';

import type { Cycles } from './cycles.ts';
import type { FakeAgent } from '../agents/fake-agent.ts';
import type { FakeCallOptions, FakeHostOptions } from './fake-host-options.ts';
import type { FakeMessage, FakeOffer } from '../translate/fake-values.ts';
import type { Origins } from '../translate/origins.ts';

/** Everything one fake run knows while it goes. */
export interface FakeRun {
  readonly options: FakeHostOptions;
  readonly call: FakeCallOptions;
  readonly cycles: Cycles;
  readonly chat: Chat;
  readonly origins: Origins;
  readonly streamed: boolean;
  /** What the app holds after the run. */
  readonly history: FakeMessage[];
  /** What the model reads before the history: knowledge and memory. */
  readonly attached: FakeMessage[];
  /** Tools are offered as the same objects every time, so that untouched ones are recognised. */
  readonly offers: Map<string, FakeOffer>;
  /** Another one after a handoff. */
  agent: FakeAgent;
  mcp: McpConnection | undefined;
  /** Keys `kind:name` of what a policy keeps out. */
  absent: ReadonlySet<string>;
  /** Runs another agent as a child chat and gives its answer, or its refusal's text. */
  startChild(agent: FakeAgent, input: string): Promise<string>;
}

/** The fake framework's end of an MCP wire. */
export interface McpConnection {
  readonly server: string;
  readonly tools: readonly string[];
  /** Rejects with the server's error, or with what a policy put in its place. */
  callTool(name: string, args: Dict): Promise<unknown>;
}
