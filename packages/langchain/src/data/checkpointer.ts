import type { BaseMessage } from '@langchain/core/messages';
import { isDict } from '@interpose/adapter-kit';
import type { ComponentSeam } from './component-step.ts';
import { keptMessages } from './memory-messages.ts';
import { currentRun } from '../run/host-run.ts';
import { hookObject } from '../targets/hook-object.ts';
import type { NativeCheckpointer } from '../targets/shapes.ts';
import { listIn } from '../translate/native.ts';

/** What becomes of a message, by its id: it is judged once although it is kept again with every step, often at one time. */
type Judged = Map<string, Promise<BaseMessage | undefined>>;

/**
 * The same checkpointer. Its messages are memory, read and written inside the chats of hooked agents; the hooks see
 * each message once in a chat. Outside of them, the app looks at its own threads.
 */
export function hookCheckpointer<C extends NativeCheckpointer>(target: C, seam: ComponentSeam): C {
  const judged = new WeakMap<object, Judged>();
  const judge = async (messages: readonly unknown[]): Promise<readonly unknown[]> => {
    const run = currentRun(seam.hooks);
    if (run === undefined) return messages;
    const known: Judged = judged.get(run) ?? new Map<string, Promise<BaseMessage | undefined>>();
    judged.set(run, known);
    return judgeNew(seam, messages, known);
  };
  const getTuple = async (config: unknown): Promise<unknown> => {
    const tuple = await target.getTuple(config);
    const run = currentRun(seam.hooks);
    if (run === undefined || !isDict(tuple)) return tuple;
    const messages = messagesIn(tuple['checkpoint']);
    const kept = await keptMessages(seam, 'onMemoryRetrieved', messages);
    const known = kept.flatMap(({ id }, index) =>
      id === undefined ? [] : [[id, Promise.resolve(kept[index])] as const],
    );
    judged.set(run, new Map(known));
    const checkpoint = kept === messages ? undefined : withMessages(tuple['checkpoint'], kept);
    return checkpoint === undefined ? tuple : { ...tuple, checkpoint };
  };
  const members = {
    getTuple,
    get: (config: unknown) =>
      getTuple(config).then((tuple) => (isDict(tuple) ? tuple['checkpoint'] : undefined)),
    put: async (config: unknown, checkpoint: unknown, ...rest: readonly unknown[]) => {
      const messages = messagesIn(checkpoint);
      const kept = await judge(messages);
      const same = kept.length === messages.length && kept.every((each, i) => each === messages[i]);
      return target.put(config, same ? checkpoint : withMessages(checkpoint, kept), ...rest);
    },
    putWrites: async (config: unknown, writes: readonly unknown[], taskId: string) => {
      const kept = await Promise.all(writes.map((write) => judgeWrite(write, judge)));
      await target.putWrites(config, kept, taskId);
    },
  };
  return hookObject(target, seam.hooks, members);
}

async function judgeNew(
  seam: ComponentSeam,
  messages: readonly unknown[],
  known: Judged,
): Promise<readonly unknown[]> {
  const kept: unknown[] = [];
  for (const message of messages) {
    if (!isMessage(message) || message.id === undefined) {
      kept.push(message);
      continue;
    }
    const judging =
      known.get(message.id) ??
      keptMessages(seam, 'preMemoryStore', [message]).then(([only]) => only);
    known.set(message.id, judging);
    const left = await judging;
    if (left !== undefined) kept.push(left);
  }
  return kept;
}

async function judgeWrite(
  write: unknown,
  judge: (messages: readonly unknown[]) => Promise<readonly unknown[]>,
): Promise<unknown> {
  if (!Array.isArray(write) || write[0] !== 'messages') return write;
  const value: unknown = write[1];
  if (Array.isArray(value)) return ['messages', await judge(value as unknown[])];
  if (!isMessage(value)) return write;
  return ['messages', await judge([value])];
}

function isMessage(value: unknown): value is BaseMessage {
  return isDict(value) && typeof value['getType'] === 'function' && 'content' in value;
}

function messagesIn(checkpoint: unknown): readonly BaseMessage[] {
  const values: unknown = isDict(checkpoint) ? checkpoint['channel_values'] : undefined;
  const messages = listIn(isDict(values) ? values['messages'] : undefined);
  return messages.filter(isMessage);
}

function withMessages(checkpoint: unknown, messages: readonly unknown[]): unknown {
  if (!isDict(checkpoint) || !isDict(checkpoint['channel_values'])) return checkpoint;
  return {
    ...checkpoint,
    channel_values: { ...checkpoint['channel_values'], messages: [...messages] },
  };
}
