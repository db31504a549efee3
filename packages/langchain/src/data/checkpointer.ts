import type { BaseMessage } from '@langchain/core/messages';
import { cloneWith, isDict, madeOnce, sameItems } from '@interpose/adapter-kit';
import type { ComponentSeam } from './component-step.ts';
import { JudgedMessages } from './judged-messages.ts';
import { keptMessages } from './memory-messages.ts';
import { currentRun, type ChatRun } from '../run/host-run.ts';
import { hookObject } from '../targets/hook-object.ts';
import type { NativeCheckpointer } from '../targets/shapes.ts';
import { asMessage } from '../translate/message-to-contract.ts';
import { listIn } from '../translate/native.ts';

type Messages = readonly BaseMessage[];
type Gate = (messages: Messages) => Promise<Messages>;

/**
 * Returns the checkpointer with hooks. Inside the chats of hooked agents, its messages are memory that is read and
 * written; hooks see each message once in a chat. Outside of such chats, the app reads its own threads without hooks.
 */
export function hookCheckpointer<C extends NativeCheckpointer>(target: C, seam: ComponentSeam): C {
  const { read, write } = gatesOf(seam);
  const getTuple = async (config: unknown): Promise<unknown> => {
    const tuple = await target.getTuple(config);
    if (!isDict(tuple)) return tuple;
    const checkpoint = await withChannels(tuple['checkpoint'], read);
    const pendingWrites = await read(tuple['pendingWrites']);
    const isSame = checkpoint === tuple['checkpoint'] && pendingWrites === tuple['pendingWrites'];
    return isSame ? tuple : { ...tuple, checkpoint, pendingWrites };
  };
  const members = {
    getTuple,
    get: (config: unknown) =>
      getTuple(config).then((tuple) => (isDict(tuple) ? tuple['checkpoint'] : undefined)),
    put: async (config: unknown, checkpoint: unknown, ...rest: readonly unknown[]) =>
      target.put(config, await withChannels(checkpoint, write), ...rest),
    putWrites: async (config: unknown, writes: readonly unknown[], taskId: string) => {
      const kept = await Promise.all(
        writes.map(listIn).map(async ([channel, value]) => [channel, await write(value, channel)]),
      );
      await target.putWrites(config, kept, taskId);
    },
  };
  return hookObject(target, seam.hooks, members);
}

interface Gates {
  readonly read: (value: unknown) => Promise<unknown>;
  readonly write: (value: unknown, channel?: unknown) => Promise<unknown>;
}

/** Returns the gates for values that are read from a thread or written to it, by the hooks of the current run. */
function gatesOf(seam: ComponentSeam): Gates {
  const judged = new WeakMap<ChatRun, JudgedMessages>();
  const knownTo = (run: ChatRun): JudgedMessages =>
    madeOnce(judged, run, () => new JudgedMessages(seam));
  return {
    async read(value) {
      const run = currentRun(seam.hooks);
      if (run === undefined) return value;
      return gated(value, async (messages) => {
        const kept = await keptMessages(seam, 'onMemoryRetrieved', messages);
        knownTo(run).know(kept);
        return kept;
      });
    },
    async write(value, channel) {
      const run = currentRun(seam.hooks);
      if (run?.chat.listens('preMemoryStore') !== true) return value;
      return gated(value, (messages) => knownTo(run).write(messages), channel);
    },
  };
}

async function withChannels(
  checkpoint: unknown,
  gate: (channels: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (!isDict(checkpoint)) return checkpoint;
  const channels = checkpoint['channel_values'];
  const left = await gate(channels);
  return left === channels ? checkpoint : { ...checkpoint, channel_values: left };
}

/**
 * Returns a value of a thread with its messages judged: in any channel, in a task for a node, and, under the name
 * `messages`, in every form that LangChain takes. A value that the gate does not change comes back as it is.
 */
async function gated(value: unknown, gate: Gate, name?: unknown): Promise<unknown> {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const found = list.map((each) => messageIn(each, name));
  const messages = found.filter((message) => message !== undefined);
  if (messages.length === 0)
    return isDict(value) || Array.isArray(value) ? gatedParts(value, gate) : value;
  const kept = await gate(messages);
  if (sameItems(kept, messages)) return value;
  if (value !== list && kept.length === 1) return kept[0];
  const beside = list.filter((_each, at) => found[at] === undefined);
  return [...beside, ...kept];
}

async function gatedParts(value: object, gate: Gate): Promise<unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = [Object.prototype, Array.prototype, null].some((one) => one === prototype);
  // A task for a node and a value that replaces a channel are of classes of LangGraph.
  if (!isPlain && typeof Reflect.get(value, 'lg_name') !== 'string') return value;
  const last = Array.isArray(value) ? String(value.length - 1) : undefined;
  const changed: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    // In a pending write, the name of the channel stands before the value.
    const name: unknown = key === last ? Reflect.get(value, Number(last) - 1) : key;
    const left = await gated(part, gate, name);
    if (left !== part) changed[key] = left;
  }
  if (Object.keys(changed).length === 0) return value;
  return Array.isArray(value)
    ? Object.assign([...(value as unknown[])], changed)
    : cloneWith(value, changed);
}

/** Returns the message to judge. A message that deletes another one keeps nothing, so it is not judged. */
function messageIn(value: unknown, name: unknown): BaseMessage | undefined {
  const isMessage = isDict(value) && typeof value['getType'] === 'function' && 'content' in value;
  const message = isMessage || name === 'messages' ? asMessage(value) : undefined;
  return message?.getType() === 'remove' ? undefined : message;
}
