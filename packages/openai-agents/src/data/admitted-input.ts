import { makeOrigins, type Origins } from '@interpose/adapter-kit';
import { recallMessage, recallsMessages } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import { setHidden } from '../targets/layers.ts';
import type { Sdk } from '../targets/sdk-copies.ts';
import { isMessage } from '../translate/content-to-contract.ts';
import { messageFromContract } from '../translate/message-from-contract.ts';
import { itemToContract } from '../translate/message-to-contract.ts';
import type { NativeItem } from '../translate/native.ts';

type Input = string | NativeItem[];

/** What the SDK goes on with and writes as a text; its fields have no public reader. */
interface StateShape {
  readonly _originalInput: Input;
  readonly toJSON: (...options: readonly unknown[]) => object;
}

/** A user message as the hooks admitted it: changed, or left out because it was denied. */
export function asAdmitted(run: AgentRun, item: NativeItem): NativeItem[] {
  if (!isMessage(item) || item.role !== 'user') return [item];
  let current = item as NativeItem;
  for (const { chat, copy } of run.layers) {
    const message = itemToContract(current, copy);
    const admitted = recallMessage(chat, message);
    if (admitted === undefined) return [];
    if (admitted !== message) current = messageFromContract(admitted, current)[0] ?? current;
  }
  return [current];
}

/** The run that left a state, or goes on with it. A table of them would hold every run until the whole heap is collected. */
export const runs: Origins<AgentRun> = makeOrigins();

/**
 * Remembers which run a state came from: always where that still goes on, else where its chats know of a message that
 * hooks changed or denied. The SDK's own state outlives young collections, and the run would with it.
 */
export function keepRun(run: AgentRun, state: object, goesOn: boolean): void {
  if (runs.of(state) !== undefined) runs.renew(state, run);
  else if (goesOn || recalls(run)) runs.remember(state, run);
}

function recalls({ layers }: AgentRun): boolean {
  return layers.some(({ chat }) => recallsMessages(chat));
}

/** A state that is written as a text says what the hooks admitted: whoever reads it remembers nothing of its run. */
export function writeAdmitted({ RunState: { prototype } }: Sdk): void {
  const { toJSON: own } = prototype as unknown as StateShape; // its fields have no public reader
  setHidden(prototype, 'toJSON', function toJSON(this: StateShape, ...options: unknown[]) {
    const told = own.apply(this, options);
    const { _originalInput: input } = this;
    const run = runs.of(this);
    const originalInput = run === undefined ? input : inputAs(run, input);
    return originalInput === input ? told : { ...told, originalInput };
  });
}

/** The same for what the app holds of a run that is over. While it lasts the SDK compares by identity. */
export function keepAdmitted(run: AgentRun, state: object | undefined): void {
  if (state === undefined || !('_originalInput' in state)) return;
  const { _originalInput: input } = state as StateShape;
  Object.assign(state, { _originalInput: inputAs(run, input) });
}

function inputAs(run: AgentRun, input: Input): Input {
  if (!recalls(run)) return input;
  const items: NativeItem[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
  if (!Array.isArray(items)) return input;
  const left = items.flatMap((item) => asAdmitted(run, item));
  const isSame = left.length === items.length && left.every((item, at) => item === items[at]);
  return isSame ? input : left;
}
