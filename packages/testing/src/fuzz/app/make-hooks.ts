import {
  createHooks,
  type ApprovalRequest,
  type Hooks,
  type InterceptorName,
} from '@interpose/core';

import { canariesIn } from '../canary-text.ts';
import type { Ledger } from '../ledger.ts';
import type { FuzzHook, FuzzProgram, FuzzVerdict } from '../program.ts';
import { changed, noteChange, noteStop, suppliedAt, type FuzzContext } from './slots.ts';

/** How often a chat started and ended. */
interface ChatCount {
  starts: number;
  ends: number;
}

/** The registry of one run, and the chats it saw, by id. */
export interface MadeHooks {
  readonly hooks: Hooks;
  readonly chats: ReadonlyMap<string, Readonly<ChatCount>>;
}

/** Makes the registry of a program. */
export function makeHooks(
  { policy }: FuzzProgram,
  events: readonly InterceptorName[],
  ledger: Ledger,
  onAsked: (event: InterceptorName) => void = () => undefined,
): MadeHooks {
  const hooks = createHooks({ approver: (request) => refuse(request, ledger) });
  if (policy === 'empty') return { hooks, chats: new Map() };
  hooks.observe('onHookError', () => undefined);
  const chats = countChats(hooks);
  if (policy === 'observers') {
    for (const event of events) hooks.observe(event, () => undefined);
  } else if (policy === 'silent') {
    for (const event of events) hooks.addHook(event, () => undefined);
  } else {
    for (const hook of policy) {
      const note = (): void => onAsked(hook.event);
      addHook(hooks, hook, { ledger, note, retried: isRetried(hook, policy) });
    }
    audit(hooks, events, ledger);
  }
  return { hooks, chats };
}

/** Refuses every ask, and records that a step which had passed so far is stopped. */
function refuse({ event, value }: ApprovalRequest, ledger: Ledger): { readonly approved: false } {
  if (event === 'preToolCall') ledger.refuse((value as { readonly args: unknown }).args, true);
  if (event === 'preRequest') ledger.refuseRequest();
  const ctx = contexts[event as keyof typeof contexts]?.(value);
  if (ctx !== undefined) {
    noteStop(
      { ...ctx, event: event as InterceptorName, chatId: '', metadata: {}, can: [] },
      ledger,
      'ask',
    );
  }
  return { approved: false };
}

/** The context of an ask's value, by event. */
const contexts = {
  onUserMessage: (message: unknown) => ({ message: message as never }),
  onResponse: (response: unknown) => ({ response: response as never }),
  onAgentResponse: (message: unknown) => ({ message: message as never }),
  onToolCallResult: (result: unknown) => ({ result }),
  onToolCallError: (error: unknown) => ({ error: error as never }),
  onRequestError: (error: unknown) => ({ error: error as never }),
};

/** Counts how often each chat starts and ends. */
export function countChats(hooks: Hooks): MadeHooks['chats'] {
  const chats = new Map<string, ChatCount>();
  const count = (chatId: string, what: keyof ChatCount): void => {
    const chat = chats.get(chatId) ?? { starts: 0, ends: 0 };
    chats.set(chatId, chat);
    chat[what] += 1;
  };
  hooks.observe('onChatStart', ({ chatId }) => count(chatId, 'starts'));
  for (const event of ['onChatDone', 'onChatAbort', 'onChatError'] as const)
    hooks.observe(event, ({ chatId }) => count(chatId, 'ends'));
  return chats;
}

/** Whether the event asks for a retry, which drops changes by the hooks of that pass. */
function isRetried({ event }: FuzzHook, policy: readonly FuzzHook[]): boolean {
  return policy.some((other) => other.event === event && other.verdict === 'retry');
}

/** Where a hook records its actions. */
interface Notes {
  readonly ledger: Ledger;
  readonly note: () => void;
  /** True if another hook of the event may ask for a retry. */
  readonly retried: boolean;
}

function addHook(hooks: Hooks, hook: FuzzHook, { ledger, note, retried }: Notes): void {
  const { event, verdict, at, late, priority = 100 } = hook;
  let asked = 0;
  const decide = (ctx: FuzzContext): unknown => {
    note();
    if (event === 'onResponseDelta') ledger.delta(ctx.metadata, `${ctx.sofar}${ctx.delta}`);
    if (verdict === 'nothing' || (at !== undefined && asked++ !== at)) return undefined;
    return say(verdict, ctx, ledger, retried);
  };
  const listen = (ctx: FuzzContext): unknown => {
    if (late !== true) return decide(ctx);
    return Promise.resolve().then(() => decide(ctx));
  };
  // One function serves every event, although payloads and verdicts differ.
  // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
  hooks.addHook(event as 'preRequest', listen as never, { priority });
}

/** Returns or throws what a hook says, and records what it stops or changes. */
function say(verdict: FuzzVerdict, ctx: FuzzContext, ledger: Ledger, retried: boolean): unknown {
  const value = verdict === 'modify' ? changed(ctx) : undefined;
  if (verdict === 'modify' && value === undefined) return undefined;
  if (stops(verdict, ctx)) noteStop(ctx, ledger, verdict);
  else if (verdict === 'modify' && !retried) noteChange(ctx, ledger);
  return spoken(verdict, () => ({ value, outcome: suppliedAt(ctx) }));
}

/** Returns or throws what a hook says for a verdict; the values are read only if it changes or supplies something. */
export function spoken(
  verdict: FuzzVerdict,
  supply: () => { readonly value: unknown; readonly outcome: unknown },
): unknown {
  switch (verdict) {
    case 'nothing':
      return undefined;
    case 'allow':
      return { decision: 'allow' };
    case 'modify':
      return { decision: 'modify', value: supply().value };
    case 'respond':
      return { decision: 'respond', outcome: supply().outcome };
    case 'deny':
    case 'ask':
      return { decision: verdict, reason: 'the fuzzer says so' };
    case 'retry':
      return { decision: 'retry' };
    case 'malformed':
      return { decision: 'perhaps' };
    case 'throw':
      throw new Error('the hook throws');
    case 'reject':
      return Promise.reject(new Error('the hook rejects'));
  }
}

const always: readonly FuzzVerdict[] = ['deny', 'respond', 'malformed', 'throw', 'reject'];

/** Whether a verdict stops the step. A verb that the host cannot carry out is a denial. */
export function stops(verdict: FuzzVerdict, { can }: Pick<FuzzContext, 'can'>): boolean {
  return always.includes(verdict) || !can.includes(verdict);
}

/** Adds hooks that run last, whatever was said before, and record what passed. */
function audit(hooks: Hooks, events: readonly InterceptorName[], ledger: Ledger): void {
  const last = { always: true, priority: 10_000, name: 'audit' } as const;
  ledger.auditsTools = events.includes('preToolCall');
  ledger.auditsRequests = events.includes('preRequest');
  if (ledger.auditsTools) {
    const hook = ({ call, metadata }: Pick<FuzzContext, 'metadata' | 'call'>): undefined => {
      if (metadata['stopped'] === true) ledger.refuse(call?.args);
      else ledger.grant(call?.args);
    };
    hooks.addHook('preToolCall', hook, last);
  }
  for (const event of ['onToolCallResult', 'onToolCallError'] as const) {
    if (!events.includes(event)) continue;
    const hook = ({ error, result, metadata }: FuzzContext): undefined => {
      if (metadata['stopped'] !== true) ledger.release(canariesIn(error ?? result));
    };
    hooks.addHook(event, hook, last);
  }
  if (!ledger.auditsRequests) return;
  const hook = ({ chatId, metadata }: Pick<FuzzContext, 'chatId' | 'metadata'>): undefined => {
    if (metadata['stopped'] === true) return;
    ledger.grantRequest(chatId, (metadata['kept'] as readonly string[] | undefined) ?? []);
  };
  hooks.addHook('preRequest', hook, last);
}
