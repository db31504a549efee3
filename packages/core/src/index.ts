export type * from './contract/values.ts';
export type * from './contract/verdict.ts';
export type * from './contract/event-shape.ts';
export type {
  EventMap,
  EventName,
  InterceptorName,
  ObserverName,
  OutcomesOf,
  PayloadOf,
  SlotOf,
  SlotValueOf,
  VerbOf,
} from './contract/events.ts';
export type * from './contract/chat-events.ts';
export type * from './contract/tool-events.ts';
export type * from './contract/component-events.ts';
export type { BaseContext, Context, Host } from './contract/context.ts';
export type {
  Disposer,
  Hook,
  HookOptions,
  Observer,
  ObserverOptions,
  OnError,
} from './contract/hook.ts';
export type { HookReturn, Verdict } from './contract/hook-return.ts';
export type { ArgsOf, NameMatch, ToolMatch, TypedTool } from './contract/tool-match.ts';
export type { Policy, PolicyHook, PolicyHooks } from './contract/policy.ts';
export type * from './contract/record.ts';
export type * from './contract/approval.ts';
export type * from './contract/session.ts';
export type * from './contract/store.ts';
export type * from './contract/outcome.ts';
export type {
  DispatchOptions,
  EventOptions,
  Hooks,
  HooksOptions,
  Scopes,
} from './contract/registry.ts';
export type { InterposeCode } from './errors/codes.ts';
export { createHooks } from './dispatch/create-hooks.ts';
export { definePolicy } from './hooks/define-policy.ts';
export { allow, ask, deny, modify, respond, retry } from './dispatch/verdicts.ts';
export { mapText, textOf, type Textual } from './dispatch/text-of.ts';
export { typedTool, type ToolInput } from './dispatch/typed-tool.ts';
export { InterposeError } from './errors/interpose-error.ts';
export { DeniedError } from './errors/denied-error.ts';
export { memoryStore } from './session/memory-store.ts';
