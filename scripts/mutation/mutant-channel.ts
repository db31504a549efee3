import type { MutantRunResult } from '@stryker-mutator/api/test-runner';

export interface MutantQuestion {
  readonly mutant: string;
  /** Ids of the tests that cover the mutant; all where they are not known. */
  readonly tests: readonly string[] | undefined;
  /** How often the mutant may be reached before it counts as endless. */
  readonly hitLimit: number | undefined;
  /** How long tests took so far. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

export interface MutantAnswer {
  readonly result: MutantRunResult;
  /** True when the test that failed fails without the mutant too. */
  readonly isSpoiled: boolean;
  readonly milliseconds: Readonly<Record<string, number>>;
}

export interface MutantChannel {
  say(word: MutantQuestion | MutantAnswer | 'ready' | 'end'): void;
  close(): void;
}

/** One end of what connects the runner with the worker that keeps the tests: threads of one process. */
export function openMutantChannel(hear: (word: unknown) => void): MutantChannel {
  const channel = new BroadcastChannel('interpose-mutants');
  channel.addEventListener('message', ({ data }: MessageEvent) => hear(data));
  return { say: channel.postMessage.bind(channel), close: () => channel.close() };
}
