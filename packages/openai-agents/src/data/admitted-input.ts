import { recallMessage } from '@interpose/core/adapter';
import type { AgentRun } from '../run/host-run.ts';
import { setHidden } from '../targets/layers.ts';
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

/** A state that is written as a text says what the hooks admitted: whoever reads it remembers nothing of this run. */
export function writeAdmitted(run: AgentRun, state: object): void {
  const written = state as StateShape;
  const { toJSON } = written;
  setHidden(state, 'toJSON', (...options: readonly unknown[]) => {
    const told = toJSON.apply(state, [...options]);
    const { _originalInput: input } = written;
    const originalInput = inputAs(run, input);
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
  const items: NativeItem[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
  if (!Array.isArray(items)) return input;
  const left = items.flatMap((item) => asAdmitted(run, item));
  const isSame = left.length === items.length && left.every((item, at) => item === items[at]);
  return isSame ? input : left;
}
