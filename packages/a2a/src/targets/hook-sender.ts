import type { StreamResponse, Task } from '@a2a-js/sdk';
import type { PushNotificationSender } from '@a2a-js/sdk/server';
import type { Chat } from '@interpose/core/adapter';
import { asShown } from '../translate/as-shown.ts';
import { fromAnswer } from '../translate/from-contract.ts';
import { nextId, type Exchange } from '../translate/exchange.ts';
import { callerOf } from '../calls/caller.ts';
import { inChat, openingOf } from '../calls/in-chat.ts';
import { PUSH } from '../translate/methods.ts';
import type { Layer, WithHooksOptions } from '@interpose/adapter-kit';
import { pass } from '../calls/pass.ts';
import { isSender } from './shapes.ts';
import { isHookedBy, methodOf, overlay } from './tag.ts';
import { toAnswer } from '../translate/to-contract.ts';

type Send = PushNotificationSender['send'];

/** Hooks the updates that a server posts to the webhooks of its callers: a denied update is not posted. */
export function hookSender(sender: PushNotificationSender, layer: Layer): PushNotificationSender {
  const { hooks, options } = layer;
  if (isHookedBy(sender, hooks)) return sender;
  const opening = openingOf(layer, 'a2a-server', 'push notification');
  const queues = new Map<string, Promise<void>>();
  const send: Send = (...given) => {
    const update = snapshotOf(sender, given);
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

/** Returns the update with a copy of its task: the SDK changes the task further while hooks are asked. */
function snapshotOf(
  sender: PushNotificationSender,
  [event, context, task]: Parameters<Send>,
): Parameters<Send> {
  return writesTasks(sender) ? [event, context, structuredClone(task)] : [event, context];
}

/** Returns the task's id. Updates of one task reach the sender in order, however long hooks take; it posts in order. */
function taskOf({ payload }: StreamResponse): string {
  const of: { readonly id?: string; readonly taskId?: string } = payload?.value ?? {};
  return of.taskId ?? of.id ?? '';
}

/** Returns the sender that a request handler posts through; undefined if it has none. */
export function senderOf(handler: object): PushNotificationSender | undefined {
  const { pushNotificationSender: own } = handler as { readonly pushNotificationSender?: unknown };
  return isSender(own) ? own : undefined;
}

async function post(
  chat: Chat,
  send: Send,
  { agent }: WithHooksOptions,
  update: Parameters<Send>,
  before: Promise<void> | undefined,
): Promise<void> {
  if (before === undefined && !chat.listens('preA2aMessage')) return send(...update);
  const [event, context, task] = update;
  const to = agent?.name ?? agent?.id;
  const exchange = {
    chat,
    method: PUSH,
    role: 'server',
    id: nextId(),
    from: callerOf(context),
    to,
  } as const;
  const shown = toAnswer(exchange, event);
  const passed = await pass(exchange, 'preA2aMessage', 'event', shown);
  const whole = passed.kind === 'same' ? await passTask(exchange, event, task) : undefined;
  await before;
  if (passed.kind === 'same')
    return send(asShown(PUSH.result, event, shown['result']) as StreamResponse, context, whole);
  if (passed.kind === 'denied') return;
  // Without the task: a serializer of A2A 0.3 would write the task in place of the changed event.
  await send(fromAnswer(exchange, passed.message) as StreamResponse, context);
}

/** Returns the task, as hooks left it, that an A2A 0.3 serializer posts instead of an update; undefined if denied. */
async function passTask(
  exchange: Exchange,
  event: StreamResponse,
  task: Task | undefined,
): Promise<Task | undefined> {
  if (task === undefined) return undefined;
  const whole: StreamResponse = { payload: { $case: 'task', value: task } };
  const shown = toAnswer(exchange, whole);
  // The update is the task itself, which hooks have already seen.
  if (JSON.stringify(shown) === JSON.stringify(toAnswer(exchange, event))) return task;
  const passed = await pass(exchange, 'preA2aMessage', 'event', shown);
  if (passed.kind === 'same') return task;
  if (passed.kind === 'denied') return undefined;
  const { payload } = fromAnswer(exchange, passed.message) as StreamResponse;
  return payload?.$case === 'task' ? payload.value : undefined;
}

/** Whether the sender may post a task: not if it is the SDK's own and knows only A2A 1.0, then it posts the update. */
function writesTasks(sender: PushNotificationSender): boolean {
  const { serializers } = sender as { readonly serializers?: unknown };
  const isMap = serializers instanceof Map;
  if (!isMap || sender.constructor.name !== 'DefaultPushNotificationSender') return true;
  return [...serializers.values()].some(
    (each: object) => each.constructor.name !== 'V1PushNotificationSerializer',
  );
}
