import type { StreamResponse } from '@a2a-js/sdk';
import type { PushNotificationSender, ServerCallContext } from '@a2a-js/sdk/server';
import type { Hooks } from '@interpose/core';
import type { Chat } from '@interpose/core/adapter';
import { canOf } from '../capabilities.ts';
import { fromAnswer } from '../translate/from-contract.ts';
import { inChat } from '../calls/in-chat.ts';
import { PUSH } from '../translate/methods.ts';
import { nextId } from '../calls/next-id.ts';
import type { WithHooksOptions } from '@interpose/adapter-kit';
import { pass } from '../calls/pass.ts';
import { isHookedBy, methodOf, overlay } from './tag.ts';
import { toAnswer } from '../translate/to-contract.ts';

type Send = PushNotificationSender['send'];

/** Hooks what a server posts to the webhooks of its callers: a denied update is not posted. */
export function hookSender(
  sender: PushNotificationSender,
  hooks: Hooks,
  options: WithHooksOptions,
): PushNotificationSender {
  if (isHookedBy(sender, hooks)) return sender;
  const { session, user, trace, agent } = options;
  const opening = {
    hooks,
    joins: true,
    agent: { id: 'a2a-server', ...agent },
    can: canOf('push notification'),
    session,
    user,
    trace,
  };
  const queues = new Map<string, Promise<void>>();
  const send: Send = (...update) => {
    const task = taskOf(update[0]);
    const before = queues.get(task);
    const { promise: handed, resolve } = Promise.withResolvers<void>();
    queues.set(task, handed);
    const leave = (): void => {
      if (queues.get(task) === handed) queues.delete(task);
      resolve();
    };
    const posting = methodOf(sender, 'send');
    const hand: Send = (...left) => {
      const posted = posting(...left);
      leave();
      return posted;
    };
    return inChat(opening, (chat) => post(chat, hand, options, update, before)).finally(leave);
  };
  return overlay(sender, hooks, (key) => (key === 'send' ? send : undefined));
}

/** Updates of one task are handed to the sender in the order they were made, whatever their hooks take; it posts in order. */
function taskOf({ payload }: StreamResponse): string {
  const of: { readonly id?: string; readonly taskId?: string } = payload?.value ?? {};
  return of.taskId ?? of.id ?? '';
}

/** The sender a request handler posts through, if it has one. */
export function senderOf(handler: object): PushNotificationSender | undefined {
  const { pushNotificationSender: own } = handler as { readonly pushNotificationSender?: unknown };
  return isSender(own) ? own : undefined;
}

/** True for what posts updates to webhooks. */
export function isSender(value: unknown): value is PushNotificationSender {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<PushNotificationSender>).send === 'function'
  );
}

async function post(
  chat: Chat,
  send: Send,
  { agent }: WithHooksOptions,
  update: Parameters<Send>,
  before: Promise<void> | undefined,
): Promise<void> {
  if (before === undefined && !chat.listens('preA2aMessage')) return send(...update);
  const [event, context] = update;
  const to = agent?.name ?? agent?.id;
  const exchange = {
    chat,
    method: PUSH,
    role: 'server',
    id: nextId(),
    from: nameOf(context),
    to,
  } as const;
  const passed = await pass(exchange, 'preA2aMessage', 'event', toAnswer(exchange, event));
  await before;
  if (passed.kind === 'same') return send(...update);
  if (passed.kind === 'denied') return;
  const message = passed.kind === 'changed' ? passed.message : passed.reply;
  // Without the task, which a serializer of A2A 0.3 would write in the place of the changed event.
  await send(fromAnswer(exchange, message) as StreamResponse, context);
}

function nameOf({ user }: ServerCallContext): string | undefined {
  return user?.isAuthenticated === true ? user.userName : undefined;
}
