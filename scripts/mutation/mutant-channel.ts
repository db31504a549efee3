import type { MutantRunResult } from '@stryker-mutator/api/test-runner';

export interface MutantQuestion {
  readonly mutant: string;
  /** Ids of the tests that cover the mutant; all if unknown. */
  readonly tests: readonly string[] | undefined;
  /** How often the mutant may be reached before it counts as endless. */
  readonly hitLimit: number | undefined;
  /** The time that each test took so far, in milliseconds. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

export interface MutantAnswer {
  readonly result: MutantRunResult;
  /** True if the failed test also fails without the mutant. */
  readonly isSpoiled: boolean;
  readonly milliseconds: Readonly<Record<string, number>>;
}

export interface MutantChannel {
  say(word: MutantQuestion | MutantAnswer | 'ready' | 'end'): void;
  close(): void;
}

/** Opens one end of the channel between the runner and the worker that keeps the tests: threads of one process. */
export function openMutantChannel(hear: (word: unknown) => void): MutantChannel {
  const channel = new BroadcastChannel('interpose-mutants');
  channel.addEventListener('message', ({ data }: MessageEvent) => hear(data));
  return { say: channel.postMessage.bind(channel), close: () => channel.close() };
}
