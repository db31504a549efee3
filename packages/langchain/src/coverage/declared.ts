// Written by `pnpm census` from census/classes.ts: change the classes, not this file.
import type { DeclaredPaths } from '@interpose/adapter-kit';

/** What passes no hooks, in groups: the paths, why, and the events that do not fire there. */
export const UNMEDIATED: readonly DeclaredPaths[] = [
  ['agent.stream in a tool', 'the tool reads the stream itself; invoke answers as a whole', 'preDelegate', 'onDelegateResult'],
  ['caches and stores | models by other ways | options of a graph | options of an agent | ready middlewares | streams of a graph | tools by other ways', 'no probe shows yet that hooks hold here'],
  ['callbacks and tracers', 'handlers are given what the SDK ran; no probe shows yet that hooks hold here'],
  ['fallback without a model', 'a function in which no model can be seen: models, chains and graphs that a hooked one falls back to are hooked', 'preRequest', 'onResponse'],
  ['model that a middleware keeps', 'a summary, a choice of tools or an emulation asks a model of its own: hook that model with withHooks', 'preRequest', 'onResponse', 'preCompact'],
  ['parts of an unhooked model', 'of another copy of LangChain than the adapter imports, or made before the adapter was loaded; those of the same copy are refused with model_unhooked in a graph, and in an agent under require; in any other agent they are told once as unmediated_call', 'preRequest', 'onResponse'],
  ['prompts from elsewhere', 'a hub gives a prompt, perhaps with a model in it'],
  ['provider-executed tool', 'what the provider ran is part of the answer, which passes onResponse', 'onToolCallResult', 'onToolCallError'],
  ['remote graph', 'its models and tools run on the server: hook them there', 'onUserMessage', 'onSystemMessage', 'preRequest', 'onResponse', 'onRequestError', 'onAgentResponse', 'onMessage', 'onInventoryChange', 'onResponseDelta', 'preToolCall', 'onToolCallResult', 'onToolCallError'],
  ['runnables around models and tools', 'what is bound, mapped, retried or piped is mediated where its target is hooked; no probe shows yet that hooks hold here'],
  ['sub-agent beside hooksMiddleware', 'sub-agents do not inherit middleware; wrap the factory with withHooks', 'preRequest', 'preToolCall'],
  ['unknown tool before langchain 1.2.13', 'the tool node throws and the run ends with that error', 'onToolCallError'],
];
