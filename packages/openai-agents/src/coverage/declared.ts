// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['MCP server beyond reach', 'connected before it was hooked, or of a class of its own; its tools pass as tools all the same', 'preMcpMessage', 'onMcpMessage'],
  ['default model provider', 'it makes models, which are mediated in a hooked run'],
  ['other options', 'no probe shows yet that hooks hold here'],
  ['realtime agent', 'what is said goes over its own transport; its tools pass as tool.invoke, each call a chat of one session', 'onUserMessage', 'preRequest', 'onResponse', 'preDelegate'],
  ['run state', 'an app may change what a state holds before it goes on'],
  ['sandbox', 'commands and files of a sandbox pass no event of their own'],
  ['session that compacts itself', 'OpenAIResponsesCompactionSession asks the service and rewrites what it holds; what a run then reads of it passes onMemoryRetrieved', 'preCompact', 'preMemoryStore'],
  ['tool of an unknown kind', 'one that can do nothing passes; one that can is refused with tool_unhooked when the agent runs', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['tool that cannot be changed', 'frozen, or what it does is behind a getter: in runs it passes, a call that the app itself makes of it does not', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['tracing', 'a model of a provider records its own request and answer on its span, as they were; what tools and agents record is what hooks left of it', 'onResponse'],
];

/** What the census found to ask no model past the hooks; census/classes.ts says where (passed). */
export const OPTIONS: ReadonlySet<string> = new Set(
  `callModelInputFilter session sessionInputCallback toolErrorFormatter`.split(/\s+/),
);

/** What the census found to ask no model past the hooks; census/classes.ts says where (passed). */
export const CONFIGURATION: ReadonlySet<string> = new Set(
  `callModelInputFilter handoffInputFilter inputGuardrails model modelProvider outputGuardrails
    sessionInputCallback toolErrorFormatter`.split(/\s+/),
);
