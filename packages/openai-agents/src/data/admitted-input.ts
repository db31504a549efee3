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

/** The state that the SDK resumes a run from and can write as a text. Its fields have no public reader. */
interface StateShape {
  readonly _originalInput: Input;
  readonly toJSON: (...options: readonly unknown[]) => object;
}

/** Returns a user message as hooks admitted it; nothing where they denied it. Other items stay as they are. */
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
  const { toJSON: own } = prototype as unknown as StateShape; // its fields have no public reader
  setHidden(prototype, 'toJSON', function toJSON(this: StateShape, ...options: unknown[]) {
    const told = own.apply(this, options);
    const { _originalInput: input } = this;
    const run = runs.of(this);
    const originalInput = run === undefined ? input : inputAs(run, input);
    return originalInput === input ? told : { ...told, originalInput };
  });
}

/** Does the same for the state object that the app holds after a run. During the run the SDK compares by identity. */
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
