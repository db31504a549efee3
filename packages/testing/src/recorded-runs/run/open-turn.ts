import type { Irregularities } from './irregularities.ts';
import type { WrittenCall } from './read-call.ts';
import type { WrittenMessage } from './read-messages.ts';
import type { RecordedCall, RecordedOutcome, RecordedTurn } from '../recorded-run.ts';

interface OpenCall extends WrittenCall {
  readonly wireId: string;
  outcome: RecordedOutcome | undefined;
}

/** An answer whose calls still wait for their results. */
export class OpenTurn {
  #text: string;
  #calls: OpenCall[] = [];
  #isFollowedByResult = false;
  /** The number of this turn in its run, starting at 0; generated ids contain it. */
  readonly #number: number;

  constructor(text: string, calls: readonly WrittenCall[], number: number) {
    this.#number = number;
    this.#text = text;
    this.#open(calls);
  }

  get hasCalls(): boolean {
    return this.#calls.length > 0;
  }

  /** True if no result has followed it yet. */
  get isFollowedByAssistant(): boolean {
    return !this.#isFollowedByResult;
  }

  /** Adds another message's text and calls, unless its own calls make the agent ask the model again anyway. */
  takes(text: string, calls: readonly WrittenCall[]): boolean {
    if (this.hasCalls) return false;
    this.#text = [this.#text, text].filter((part) => part !== '').join('\n\n');
    this.#open(calls);
    return true;
  }

  hasCall(id: string | undefined): boolean {
    return id !== undefined && this.#calls.some((call) => call.id === id);
  }

  /** Assigns a result: to the first open call of that id; without an id, of that name, or to the first. */
  answer(
    { callId, name, outcome }: WrittenMessage & { role: 'tool' },
    irregular: Irregularities,
  ): boolean {
    const open = this.#calls.filter((call) => call.outcome === undefined);
    const call =
      callId === undefined
        ? (open.find((candidate) => candidate.name === name) ?? open[0])
        : (open.find(({ id }) => id === callId) ??
          open.find((candidate) => candidate.id === undefined && candidate.name === name));
    if (call === undefined) return false;
    if (call !== open[0]) irregular.note('results_out_of_order');
    call.outcome = outcome;
    this.#isFollowedByResult = true;
    return true;
  }

  close(irregular: Irregularities): RecordedTurn {
    return { text: this.#text, calls: this.#calls.map((call) => closeCall(call, irregular)) };
  }

  #open(calls: readonly WrittenCall[]): void {
    for (const call of calls) {
      const wireId = this.#freeId(call.id ?? `call_${this.#number}_${this.#calls.length}`);
      this.#calls.push({ ...call, wireId, outcome: undefined });
    }
  }

  /** Returns the id, with a number added if needed to make it unique in this turn. */
  #freeId(id: string): string {
    const isTaken = (wanted: string): boolean =>
      this.#calls.some(({ wireId }) => wireId === wanted);
    let free = id;
    for (let number = 2; isTaken(free); number += 1) free = `${id}_${number}`;
    return free;
  }
}

function closeCall(call: OpenCall, irregular: Irregularities): RecordedCall {
  if (call.outcome === undefined) irregular.note('call_without_result');
  return {
    id: call.wireId,
    name: call.name,
    args: call.args,
    argumentsForm: call.argumentsForm,
    rawArguments: call.rawArguments,
    outcome: call.outcome ?? { kind: 'missing' },
  };
}
