export type * from './contract/values/index.ts';
export type { DeclaredInventory } from './contract/adapter/declared-inventory.ts';
export type * from './contract/decisions/verdict.ts';
export type * from './contract/events/event-shape.ts';
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
} from './contract/events/event-map.ts';
export type * from './contract/events/chat-events.ts';
export type * from './contract/events/tool-events.ts';
export type * from './contract/events/component-events.ts';
export type { BaseContext, Context, Host } from './contract/hooks/context.ts';
export type {
  Disposer,
  Hook,
  HookOptions,
  Observer,
  ObserverOptions,
  OnError,
} from './contract/hooks/hook.ts';
export type { HookReturn, Verdict } from './contract/decisions/hook-return.ts';
export type { ArgsOf, NameMatch, ToolMatch, TypedTool } from './contract/hooks/tool-match.ts';
export type { PolicyHook, PolicyHooks } from './contract/hooks/policy-hooks.ts';
export type * from './contract/decisions/record.ts';
export type * from './contract/decisions/approval.ts';
export type * from './contract/hooks/session.ts';
export type * from './contract/hooks/store.ts';
export type * from './contract/decisions/outcome.ts';
export type {
  DispatchOptions,
  EventOptions,
  Hooks,
  HooksOptions,
  Policy,
} from './contract/hooks/hooks.ts';
export type { Scopes } from './contract/hooks/scopes.ts';
export type { InterposeCode } from './errors/codes.ts';
export { createHooks } from './create-hooks.ts';
export { definePolicy } from './authoring/define-policy.ts';
export { allow, ask, deny, modify, respond, retry } from './authoring/verdicts.ts';
export { mapText, textOf, type Textual } from './authoring/text-of.ts';
export { typedTool, type ToolInput } from './authoring/typed-tool.ts';
export {
  checkOptions,
  type OptionKind,
  type OptionKinds,
  type OptionType,
} from './errors/check-options.ts';
export { readAnswer } from './approvals/read-answer.ts';
export { InterposeError } from './errors/interpose-error.ts';
export { DeniedError } from './errors/denied-error.ts';
export { memoryStore } from './sessions/memory-store.ts';
