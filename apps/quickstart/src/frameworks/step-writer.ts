import type {
  CallOutcome,
  TranscriptCall,
  TranscriptStep,
} from '../replay/transcript/transcript.ts';

type WrittenCall = { -readonly [Key in keyof TranscriptCall]: TranscriptCall[Key] };

/** Puts down what an agent says, calls and gets, answer by answer. */
export class StepWriter {
  readonly #steps: { text: string; readonly calls: WrittenCall[] }[] = [];

  get steps(): readonly TranscriptStep[] {
    return this.#steps;
  }

  /** Begins the next answer. */
  begin(): void {
    this.#steps.push({ text: '', calls: [] });
  }

  say(text: string): void {
    this.#last().text += text;
  }

  call(id: string, name: string, args: unknown, outcome: CallOutcome = { kind: 'none' }): void {
    this.#last().calls.push({ id, name, args, outcome });
  }

  /** Notes what became of the call of this id; the first outcome of a call stands. */
  settle(id: string, outcome: CallOutcome): void {
    const call = this.#last().calls.find((other) => other.id === id && isOpen(other));
    if (call !== undefined) call.outcome = outcome;
  }

  #last(): { text: string; readonly calls: WrittenCall[] } {
    if (this.#steps.length === 0) this.begin();
    return this.#steps.at(-1) as { text: string; readonly calls: WrittenCall[] };
  }
}

function isOpen({ outcome }: WrittenCall): boolean {
  return outcome.kind === 'none';
}
