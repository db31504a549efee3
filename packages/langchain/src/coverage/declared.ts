// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['agent.stream in a tool', 'the tool reads the stream itself, and hooks do not see it; use invoke, which answers as a whole', 'preDelegate', 'onDelegateResult'],
  ['caches and stores | models by other ways | options of a graph | options of an agent | ready middlewares | streams of a graph | tools by other ways', 'no test shows yet that hooks work here'],
  ['callbacks and tracers', 'handlers are given what the SDK ran; no test shows yet that hooks work here'],
  ['checkpointer that is not hooked', 'hooked agents and graphs use it and hand it out as it is; hook that too', 'onMemoryRetrieved', 'preMemoryStore'],
  ['copy of a hooked object', 'one that your app makes with clone(), descriptors or field by field is another object without hooks; hook that too', 'preRequest', 'preToolCall'],
  ['fallback without a model', 'hooks do not see the model in a function; models, chains and graphs that a hooked one falls back to are hooked', 'preRequest', 'onResponse'],
  ['func of a tool that no run has met', 'hooks do not see it in tools of another copy of LangChain than the adapter imports, or made before it was loaded, or of frozen fields; hook the tool', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['model that a middleware keeps', 'it asks its own model for a summary, a choice of tools or an emulation; hook that model with withHooks', 'preRequest', 'onResponse', 'preCompact'],
  ['parts of an unhooked model', 'hooks do not see parts of another copy of LangChain than the adapter imports, or made before it was loaded; those of the same copy are refused with model_unhooked in a graph, and in an agent under require; other agents report them once as unmediated_call', 'preRequest', 'onResponse'],
  ['prompts from elsewhere', 'a prompt from a hub may contain a model, and hooks do not see it'],
  ['provider-executed tool', 'onResponse sees what the provider ran', 'onToolCallResult', 'onToolCallError'],
  ['remote graph', 'its models and tools run on the server: hook them there', 'onUserMessage', 'onSystemMessage', 'preRequest', 'onResponse', 'onRequestError', 'onAgentResponse', 'onMessage', 'onInventoryChange', 'onResponseDelta', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['runnables around models and tools', 'hooks see what you bind, map, retry or pipe if its target is hooked; no test shows yet that hooks work here'],
  ['sub-agent beside hooksMiddleware', 'sub-agents do not inherit middleware; hook the factory with withHooks', 'preRequest', 'preToolCall'],
  ['tool answer that a middleware changes', 'hooks judge what the tool gave; a change after that is reported once as unmediated_call, and refused under require', 'onToolCallResult', 'onToolCallError'],
  ['tool of a model hooked alone', 'the model does not run it, so its hooks cannot tell whether they are asked; bind tools that are hooked, or hook the agent', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['unknown tool before langchain 1.2.13', 'the tool node throws and the run ends with that error', 'onToolCallError'],
];
