import { andThen, cloneWith, makeOrigins, type Origins, sameItems } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import { recallMessage, recallsMessages } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import { setHidden } from '../targets/layers.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import { isMessage, type MessageItem } from '../translate/content-to-contract.ts';
import { messageFromContract } from '../translate/message-from-contract.ts';
import { itemToContract } from '../translate/message-to-contract.ts';
import type { NativeItem } from '../translate/native.ts';

/** Returns a user message as hooks admitted it; nothing where they denied it. Other items stay as they are. */
export function asAdmitted(run: AgentRun, item: NativeItem): NativeItem[] {
  if (!isMessage(item) || item.role !== 'user') return [item];
  const filtered = run.filtered?.get(JSON.stringify(item.content));
  const admitted = admittedAs(run, filtered ?? item);
  if (admitted === undefined) return [];
  return [admitted === filtered ? item : admitted];
}

function admittedAs({ layers }: AgentRun, item: NativeItem): NativeItem | undefined {
  let current = item;
  for (const { chat, copy } of layers) {
    const message = itemToContract(current, copy);
    const admitted = recallMessage(chat, message);
    if (admitted === undefined) return undefined;
    if (admitted !== message) current = messageFromContract(admitted, current)[0] ?? current;
  }
  return current;
}

/** The app's own filter of the input of each model call. */
type Filter = (given: Filtered) => MaybePromise<Filtered['modelData']>;

interface Filtered {
  readonly modelData: { readonly input: readonly NativeItem[] };
}

/** Remembers what the filter makes of each message: hooks see that, and the run keeps the message as it was before. */
export function watchFilter(run: AgentRun, filter: Filter): Filter {
  const watched: Filter = (given) => {
    const before = said(given.modelData.input).map(({ content }) => JSON.stringify(content));
    return andThen(filter(given), (left) => {
      const after: readonly NativeItem[] = Array.isArray(left?.input) ? said(left.input) : [];
      // Where a filter adds or drops messages, nobody knows which one became which.
      if (after.length !== before.length) return left;
      const judged = new Map(after.map((item, at) => [item, asJudged(run, before[at]!, item)]));
      const input = left.input.map((item) => judged.get(item) ?? item);
      return sameItems(input, left.input) ? left : { ...left, input };
    });
  };
  // The SDK reads its own marks on a filter.
  return Object.assign(watched, filter);
}

/** Returns what hooks were shown of this message, if they changed or denied it: in later requests it is not new to them. */
function asJudged(run: AgentRun, before: string, item: NativeItem): NativeItem {
  const filtered = (run.filtered ??= new Map<string, NativeItem>());
  const first = filtered.get(before);
  if (first === undefined) filtered.set(before, item);
  return first === undefined || admittedAs(run, first) === first ? item : first;
}

function said(items: readonly NativeItem[]): readonly MessageItem[] {
  return items.filter(isMessage).filter(({ role }) => role === 'user');
}

/** The run that left a state, or resumes it. A map of runs would keep each one until the whole heap is collected. */
export const runs: Origins<AgentRun> = makeOrigins();

/**
 * Remembers which run a state came from: always while the run goes on; later only if hooks changed or denied a message
 * in it. The SDK's state object survives young garbage collections, and would keep the whole run in memory.
 */
export function keepRun(run: AgentRun, state: object, goesOn: boolean): void {
  if (runs.of(state) !== undefined) runs.renew(state, run);
  else if (goesOn || recalls(run)) runs.remember(state, run);
}

function recalls({ layers }: AgentRun): boolean {
  return layers.some(({ chat }) => recallsMessages(chat));
}

/** Writes a state with the messages that hooks admitted: whoever reads the text knows nothing of its run. */
export function writeAdmitted({ RunState: { prototype } }: Sdk): void {
  const own: (...options: []) => object = Reflect.get(prototype, 'toJSON');
  setHidden(prototype, 'toJSON', function toJSON(this: object, ...options: []) {
    const told = own.apply(this, options);
    const run = runs.of(this);
    if (run !== undefined) keepAdmitted(run, told);
    return told;
  });
}

/**
 * Does the same for the state object that the app holds after a run: the messages may be sent again for a session that
 * the app passes later. During the run the SDK compares by identity.
 */
export function keepAdmitted(run: AgentRun, state: object | undefined): void {
  if (state === undefined || !recalls(run)) return;
  // The fields are private and differ between versions, but every name has "input" or "Input" in it.
  for (const [field, value] of Object.entries(state))
    if (field.includes('nput')) Reflect.set(state, field, inputAs(run, value));
  keepAdded(run, state as StateItems, '_generatedItems', '_currentTurnPersistedItemCount');
  keepAdded(run, state as StateItems, 'generatedItems', 'currentTurnPersistedItemCount');
}

/** A state of the SDK, as an object or as it is written. */
interface StateItems {
  [field: string]: unknown;
}

/** Does it for input that the app added to a state: the SDK made items of the run of it, and counts those it stored. */
function keepAdded(run: AgentRun, state: StateItems, field: string, counter: string): void {
  const items = state[field];
  if (!Array.isArray(items) || !(items as readonly RunItem[]).some(isAdded)) return;
  const stored = Number(state[counter]);
  let gone = 0;
  const left = (items as readonly RunItem[]).flatMap((item, at) => {
    const [rawItem] = isAdded(item) ? asAdmitted(run, item.rawItem) : [item.rawItem];
    if (rawItem === item.rawItem) return item;
    if (rawItem !== undefined) return cloneWith(item, { rawItem });
    if (at < stored) gone += 1;
    return [];
  });
  Object.assign(state, { [field]: left, [counter]: stored - gone });
}

interface RunItem {
  readonly type: string;
  readonly rawItem: NativeItem;
}

function isAdded({ type }: RunItem): boolean {
  return type === 'input_item';
}

function inputAs(run: AgentRun, input: unknown): unknown {
  const items: unknown =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
  if (!Array.isArray(items)) return input;
  const left = (items as NativeItem[]).flatMap((item) => asAdmitted(run, item));
  return sameItems(left, items) ? input : left;
}
