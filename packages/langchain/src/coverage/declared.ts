// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['agent.stream in a tool', 'hooks do not see what the tool reads itself; use invoke', 'preDelegate', 'onDelegateResult'],
  ['caches and stores | models by other ways | options of a graph | options of an agent | ready middlewares | streams of a graph | tools by other ways', 'no test shows yet that hooks work here'],
  ['callbacks and tracers', 'handlers are told what hooks change only later; under require, those of an agent, graph or model and of what runs inside are refused, not a LangChainTracer'],
  ['copy of a hooked object', 'one made with clone(), descriptors or field by field has no hooks; hook that too', 'preRequest', 'preToolCall'],
  ['decision models', 'hooks do not read what a decision model is asked; one that is asked inside of a run is told once, and refused under require', 'preRequest', 'onResponse'],
  ['fallback without a model', 'hooks see models, chains and graphs, not the model in a function', 'preRequest', 'onResponse'],
  ['func of a tool that no run has met', 'hooks do not see it in tools of another copy of LangChain than the adapter imports, or made before it was loaded, or of frozen fields; hook the tool', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['model that a middleware keeps', 'it asks a model of its own; hook that too', 'preRequest', 'onResponse', 'preCompact'],
  ['parts of an unhooked model', 'hooks do not see parts of another copy of LangChain than the adapter imports, or made before it was loaded; others are refused in a graph and under require, else reported once', 'preRequest', 'onResponse'],
  ['parts of kind other', 'hooks see only the kind of blocks that say nothing in words; nor do they see names of answers, ids of what was spoken, and what else stands in the block of a text', 'onMessage'],
  ['prompts from elsewhere', 'a prompt from a hub may contain a model, and hooks do not see it'],
  ['provider-executed tool', 'onResponse sees what the provider ran', 'onToolCallResult', 'onToolCallError'],
  ['remote graph', 'its models and tools run on the server: hook them there; under require, one that is asked inside of a run is refused', 'onUserMessage', 'onSystemMessage', 'preRequest', 'onResponse', 'onRequestError', 'onAgentResponse', 'onMessage', 'onInventoryChange', 'onResponseDelta', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['remote graph that no run has met', 'hooks do not see one of another copy of LangChain than the adapter imports, or made before it was loaded; hook it', 'preDelegate', 'onDelegateResult'],
  ['remote graph.streamEvents', 'its events pass preDelegate alone, which is told once; use invoke or stream', 'onDelegateResult'],
  ['runnables around models and tools', 'hooks see those of a hooked target; no test shows yet that hooks work here'],
  ['settings in place of what hooks judge', 'what is not known to be plain in modelKwargs, and messages, tools and their like in call options, is shown as a setting, reported once as unmediated_call, and refused under require', 'preRequest', 'preToolCall'],
  ['streamed agent in a tool', 'streams with subgraphs and events, and with messages in LangGraph 1.0, show its messages, judged as answers, before its result; under require, refused if hooks judge onDelegateResult', 'onToolCallResult', 'onDelegateResult'],
  ['sub-agent beside hooksMiddleware', 'sub-agents do not inherit middleware; hook the factory with withHooks', 'preRequest', 'preToolCall'],
  ['tool answer that a middleware changes', 'hooks judge what the tool gave; a change after that is reported once, and refused under require', 'onToolCallResult', 'onToolCallError'],
  ['tool of a model hooked alone', 'its hooks do not see who runs the tool; bind tools that are hooked, or hook the agent', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['unhooked checkpointer', 'hooked agents and graphs use it and hand it out as it is; hook that too', 'onMemoryRetrieved', 'preMemoryStore'],
  ['unknown tool before langchain 1.2.13', 'the tool node throws and the run ends with that error', 'onToolCallError'],
];
