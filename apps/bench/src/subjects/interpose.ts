import {
  createHooks,
  type Hook,
  type Hooks,
  type HookOptions,
  type HooksOptions,
} from '@interpose/core';
import { openChat, type Chat } from '@interpose/core/adapter';
import { slotOf } from '@interpose/core/remote';

import { isThenable } from '../method/is-thenable.ts';
import { keep } from '../method/keep.ts';
import type { Batch } from '../method/time-cases.ts';
import { CALL, type BenchContext, type BenchHook } from './make-hooks.ts';

/** Our dispatcher with hooks on one event, in a chat as an adapter opens it. */
export interface Subject {
  readonly hooks: Hooks;
  readonly chat: Chat;
  readonly slot: ReturnType<typeof slotOf<'preToolCall'>>;
  readonly ctx: BenchContext;
}

/** What a subject's hooks are registered with. */
export interface SubjectOptions extends HooksOptions {
  /** Options of each hook, by its place. */
  readonly each?: (index: number) => HookOptions<'preToolCall'>;
}

/** No time limits, as no peer has any. */
export const UNLIMITED: SubjectOptions = { timeoutMs: 0 };

/** Registers the hooks and opens a chat in which other events have fired before, as in a real run. */
export async function interpose(
  functions: readonly BenchHook[],
  { each = () => ({}), ...options }: SubjectOptions = {},
): Promise<Subject> {
  const hooks = createHooks(options);
  for (const [index, hook] of functions.entries())
    hooks.addHook('preToolCall', hook as Hook<'preToolCall'>, each(index));
  const chat = await openChat(hooks, {
    host: { framework: 'bench', version: '1' },
    agent: { id: 'bench' },
  });
  await (otherEvents ??= fireOtherEvents());
  const slot = slotOf(chat, 'preToolCall');
  return { hooks, chat, slot, ctx: slot.context({ call: CALL, tool: TOOL }) as never };
}

/** Runs the hooks through a held handle and never awaits. */
export function runSync({ slot, ctx }: Subject): Batch {
  const context = ctx as never;
  return (count) => {
    for (let i = 0; i < count; i += 1) keep(slot.run(context));
  };
}

/** Runs the hooks through a held handle and awaits only what is pending, as adapters do. */
export function runAsync({ slot, ctx }: Subject): Batch {
  const context = ctx as never;
  return async (count) => {
    for (let i = 0; i < count; i += 1) {
      const ruling = slot.run(context);
      keep(isThenable(ruling) ? await ruling : ruling);
    }
  };
}

const TOOL = { name: CALL.name, origin: 'local', known: true, enabled: true } as const;
const MESSAGE = { role: 'user', content: [{ type: 'text', text: 'hello' }] } as const;
const RESPONSE = { content: MESSAGE.content, finishReason: 'stop' } as const;
const REQUEST = { messages: [MESSAGE] } as const;

let otherEvents: Promise<void> | undefined;

/** A process that only ever saw one kind of context would flatter the dispatcher. */
async function fireOtherEvents(): Promise<void> {
  const hooks = createHooks();
  const seen: string[] = [];
  const note = ({ event }: { readonly event: string }): void => void (seen[0] = event);
  for (const event of ['onUserMessage', 'preRequest', 'onResponse', 'onAgentResponse'] as const)
    hooks.addHook(event, note);
  for (let i = 0; i < 2000; i += 1) {
    await hooks.dispatch('onUserMessage', { message: MESSAGE });
    await hooks.dispatch('preRequest', { request: REQUEST });
    await hooks.dispatch('onResponse', { response: RESPONSE, request: REQUEST, synthetic: false });
    await hooks.dispatch('onAgentResponse', { message: MESSAGE, synthetic: false });
  }
}
