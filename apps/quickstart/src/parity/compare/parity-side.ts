import type { Hooks } from '@interpose/core';
import type { RecordedRun } from '@interpose/testing';
import type { Framework } from '../../frameworks/framework.ts';
import { replayRun, type Replay } from '../../replay/replay-run.ts';
import type { RowOutcome } from '../../replay/replay-rows.ts';
import { Tally, type ReplayReport } from '../../replay/tally.ts';
import { watchRuns } from '../../replay/transcript/watch-runs.ts';
import type { FrameworkLog } from './judge-parity.ts';
import type { ParityLog } from '../log/parity-log.ts';
import { watchParity } from '../log/watch-parity.ts';

/** One framework of a comparison, with a registry of its own. */
export class ParitySide {
  readonly #replay: Replay;
  readonly #takeLog: (sessionId: string) => ParityLog;
  readonly #tally = new Tally();
  #milliseconds = 0;

  constructor(
    framework: Framework,
    hooks: Hooks,
    { server, isStreamed }: Pick<Replay, 'server' | 'isStreamed'>,
  ) {
    this.#replay = { framework, hooks, logs: watchRuns(hooks, false), server, isStreamed };
    this.#takeLog = watchParity(hooks);
  }

  get name(): string {
    return this.#replay.framework.name;
  }

  /** Counts a row that no framework can replay. */
  skip(row: RowOutcome & { kind: 'unreadable' }): void {
    this.#tally.add(row);
  }

  /** Replays one run and tells what happened in it. */
  async play(row: number, run: RecordedRun): Promise<FrameworkLog> {
    const sessionId = `row-${row}`;
    const began = performance.now();
    const { log, verdict } = await replayRun(this.#replay, run, sessionId);
    this.#milliseconds += performance.now() - began;
    this.#tally.add({ kind: 'replayed', row, run, log, verdict });
    return { framework: this.name, entries: this.#takeLog(sessionId).entries };
  }

  /** What a replay of this framework alone reports. */
  toReport(): ReplayReport {
    const seconds = Math.round(this.#milliseconds / 10) / 100;
    return this.#tally.toReport(this.name, this.#replay.isStreamed, seconds);
  }

  async close(): Promise<void> {
    await this.#replay.hooks.close();
  }
}
