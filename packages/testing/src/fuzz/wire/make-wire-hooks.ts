import { createHooks, type Dict, type Hooks, type InterceptorName } from '@interpose/core';

import { countChats, spoken, stops, type MadeHooks } from '../app/make-hooks.ts';
import type { FuzzHook } from '../program.ts';
import type { WireContext, WireProgram } from './wire-target.ts';
import type { WireLedger } from './wire-ledger.ts';

/** Makes the registry of a program. */
export function makeWireHooks(
  { policy }: WireProgram,
  events: readonly InterceptorName[],
  ledger: WireLedger,
  onAsked: (event: InterceptorName) => void,
): MadeHooks {
  const hooks = createHooks({ approver: () => ({ approved: false }) });
  if (policy === 'empty') return { hooks, chats: new Map() };
  hooks.observe('onHookError', () => undefined);
  const chats = countChats(hooks);
  for (const event of events) {
    if (policy === 'observers') hooks.observe(event, () => undefined);
    else if (policy === 'silent') hooks.addHook(event, () => undefined);
    else audit(hooks, event, ledger);
  }
  if (typeof policy === 'string') return { hooks, chats };
  ledger.audits = true;
  for (const hook of policy) addHook(hooks, hook, ledger, () => onAsked(hook.event));
  return { hooks, chats };
}

/** Adds the first and the last hook, in either order of running: what the last one sees is sent on. */
function audit(hooks: Hooks, event: InterceptorName, ledger: WireLedger): void {
  for (const priority of [-10_000, 10_000]) {
    const look = (ctx: WireContext): undefined => void ledger.judge(ctx);
    hooks.addHook(event as 'preMcpMessage', look, { always: true, priority });
  }
}

function addHook(hooks: Hooks, hook: FuzzHook, ledger: WireLedger, note: () => void): void {
  const { event, verdict, at, late, priority = 100 } = hook;
  let asked = 0;
  const decide = (ctx: WireContext): unknown => {
    note();
    if (verdict === 'nothing' || (at !== undefined && asked++ !== at)) return undefined;
    // Nobody approves, so an ask stops the message.
    if (verdict === 'ask' || stops(verdict, ctx)) ledger.judge(ctx).stopped = true;
    return spoken(verdict, () => ({
      value: replaced(ctx.message),
      outcome: { reply: { result: {} } },
    }));
  };
  const listen = (ctx: WireContext): unknown =>
    late === true ? Promise.resolve().then(() => decide(ctx)) : decide(ctx);
  // oxlint-disable-next-line no-unnecessary-type-assertion -- the types refuse this hook
  hooks.addHook(event as 'preMcpMessage', listen as never, { priority });
}

/** Returns the same message without a canary. */
function replaced(message: Dict): Dict {
  const text = JSON.stringify(message).replaceAll(/CANARY-[A-Z]+-\d+-END/g, 'REPLACED');
  return JSON.parse(text) as Dict;
}
