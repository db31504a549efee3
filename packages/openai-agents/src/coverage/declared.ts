// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['MCP server beyond reach', 'it connected before you hooked it, or is not of the SDK; hooks still see its tools', 'preMcpMessage', 'onMcpMessage'],
  ['MCP tool of your app', 'getAllMcpTools or mcpToFunctionTool made it: hooks see its calls, but neither the messages of its server nor its hints; give the server to the agent', 'preMcpMessage', 'onMcpMessage'],
  ['default model provider', 'it makes models; hooks see them in a hooked run'],
  ['memory of a sandbox', 'the memory capability writes down each run in the sandbox by itself, with what the user said as it was; hooks see what its own models are asked and do, and what an agent reads of it in its system prompt', 'onMemoryRetrieved', 'preMemoryStore'],
  ['other options', 'no test shows yet that hooks work here'],
  ['prompt kept by the service', 'hooks do not see its variables, its text or its tools', 'onSystemMessage', 'preToolCall'],
  ['providerData', 'it is sent over what hooks left; they see it in the settings, and preToolCall is asked about tools in it; what is not known to be plain is reported once as unmediated_call, and refused under require', 'preRequest'],
  ['realtime agent', 'it talks over its own connection, which hooks do not see; they see its tools as tool.invoke, each call as a chat of one session, and are asked about a server at the provider before it is offered, but not about its calls, also where your app approves each', 'onUserMessage', 'preRequest', 'onResponse', 'preDelegate'],
  ['run state', 'your app can change a state before the run goes on, which hooks do not see'],
  ['session that compacts itself', 'OpenAIResponsesCompactionSession asks the service and rewrites its items without hooks; onMemoryRetrieved sees what a run then reads', 'preCompact', 'preMemoryStore'],
  ['tool of an unknown kind', 'one that can do nothing is let through; one that can is refused with tool_unhooked when the agent runs', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['tool that a callback calls', 'before SDK 0.14, a callback that asks for getEnabledHandoffs and then getAllTools gets the tools of the SDK itself, and hooks do not see a later call of one', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['tool that cannot be changed', 'it is frozen, or its function is behind a getter; hooks see it in runs, but not when your app calls it', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['tracing', 'a model of a provider records its request and answer on its span before onResponse; tools and agents record what hooks left', 'onResponse'],
];

/** What the census found to ask no model past the hooks; census/classes.ts says where (passed). */
export const OPTIONS: ReadonlySet<string> = new Set(
  `callModelInputFilter errorHandlers sandbox session sessionInputCallback toolErrorFormatter`.split(/\s+/),
);

/** What the census found to ask no model past the hooks; census/classes.ts says where (passed). */
export const CONFIGURATION: ReadonlySet<string> = new Set(
  `callModelInputFilter handoffInputFilter inputGuardrails model modelProvider outputGuardrails
    sandbox sessionInputCallback toolErrorFormatter`.split(/\s+/),
);
