import type { AgentRun, RunLayer } from '../run/host-run.ts';
import { isMessage } from '../translate/content-to-contract.ts';
import type { NativeItem } from '../translate/native.ts';
import { asAdmitted } from './admitted-input.ts';
import { passed } from './session-items.ts';

interface HeldWrite {
  /** The method that writes. Successive writes through the same method become one write; undefined: never joined. */
  readonly door: string | undefined;
  readonly items: readonly NativeItem[];
  readonly write: (kept: NativeItem[]) => Promise<void>;
}

/** Writes `items` with `write`: at once, or as soon as hooks have seen the user's message. */
export type Hold = (
  door: string | undefined,
  items: readonly NativeItem[],
  write: (kept: NativeItem[]) => Promise<void>,
) => Promise<void>;

/**
 * Returns the queue for the session writes of one run, in their order. The SDK writes the user's message before it asks
 * a model, so before hooks have seen the message: the queue holds it back until then.
 */
export function heldWrites(run: AgentRun): { hold: Hold; flush: () => Promise<void> } {
  const waiting: HeldWrite[] = [];
  const isHeld = (): boolean =>
    !run.asked &&
    !run.answered &&
    run.layers.some(({ chat }) => chat.listens('onUserMessage', 'preMemoryStore'));
  const flush = async (): Promise<void> => {
    for (const { items, write } of waiting.splice(0)) {
      const heard = items.flatMap((item) => asHeard(run, item));
      const kept = await passed('preMemoryStore', run.layers, heard);
      if (kept.length > 0) await write(kept);
    }
  };
  const hold: Hold = async (door, items, write) => {
    const last = waiting.at(-1);
    if (last !== undefined && last.door !== undefined && last.door === door)
      waiting.splice(-1, 1, { door, items: [...last.items, ...items], write });
    else waiting.push({ door, items, write });
    if (!isHeld()) await flush();
  };
  return { hold, flush };
}

/** Returns a user message as hooks admitted it; none where hooks never saw it. */
function asHeard(run: AgentRun, item: NativeItem): NativeItem[] {
  const isUnheard = ({ chat, heard, refusal }: RunLayer): boolean =>
    !run.asked && !heard && refusal === undefined && chat.listens('onUserMessage');
  const isSaid = isMessage(item) && item.role === 'user';
  return isSaid && run.layers.some(isUnheard) ? [] : asAdmitted(run, item);
}
