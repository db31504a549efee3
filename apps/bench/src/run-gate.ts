import { setTimeout as sleep } from 'node:timers/promises';

import { failedGate, judgeGate, type JudgedGate } from './judge-gate.ts';
import type { Sample } from './gate.ts';
import { measureInProcess, type Measurement } from './measure-in-process.ts';

/** How a gate is measured and how long it may take. */
export interface RunPlan {
  /** Processes whose medians count: what the gate says, or 3. */
  readonly processes?: number;
  /** Processes that may be thrown away for their control: 4 by default. */
  readonly spare?: number;
  /** Milliseconds one process may take: 600000 by default. */
  readonly timeoutMs?: number;
  /** `performance.now()` after which no spare process is started; a gate is tried again all the same. */
  readonly deadline?: number;
  /** How often a gate whose control was off is tried again before it counts as failed: 3 by default. */
  readonly retries?: number;
  /** Milliseconds to wait for a quieter machine before each of them: 3000 by default. */
  readonly pauseMs?: number;
  /** Measures once; a fresh process by default. */
  readonly measure?: (file: URL, timeoutMs: number) => Promise<Measurement>;
}

/** 1.03 - 1 is a little more than 0.03. */
const ROUNDING = 1e-9;

/**
 * Measures one gate in several processes, throws away those whose control is off, and judges. When too many are off,
 * the machine is too noisy to tell: the gate is tried again, and what was measured well so far counts.
 */
export async function runGate(id: string, file: URL, plan: RunPlan = {}): Promise<JudgedGate> {
  const { retries = 3, pauseMs = 3000 } = plan;
  const measured: Measured = { samples: [], off: [], name: id, tolerance: 0, processes: 3 };
  for (let tried = 0; ; tried += 1) {
    const ended = await fillSamples(measured, file, plan);
    const gate = { id, name: measured.name };
    if (ended === 'measured') return judgeGate(gate, measured.samples, measured.off.length);
    if (ended instanceof Error) return failedGate(gate, ended.message, measured.off.length);
    if (tried === retries)
      return failedGate(gate, controlFailure(measured, tried + 1), measured.off.length);
    await sleep(pauseMs);
  }
}

/** What the processes of one gate gave so far. */
interface Measured {
  readonly samples: Sample[];
  /** The controls of the processes that were thrown away. */
  readonly off: number[];
  name: string;
  tolerance: number;
  processes: number;
}

/** Starts processes until enough gave a sample, too many had their control off, or one failed. */
async function fillSamples(
  measured: Measured,
  file: URL,
  plan: RunPlan,
): Promise<'measured' | 'too noisy' | Error> {
  const { spare = 4, timeoutMs = 600_000, deadline = Infinity } = plan;
  const measure = plan.measure ?? measureInProcess;
  for (let off = 0; measured.samples.length < (plan.processes ?? measured.processes);) {
    const one = await measure(file, timeoutMs).catch((error: unknown) => error as Error);
    if (one instanceof Error) return one;
    measured.name = one.name;
    measured.processes = one.processes ?? 3;
    measured.tolerance = one.tolerance;
    const { control = 1 } = one.sample;
    if (Math.abs(control - 1) <= one.tolerance + ROUNDING) {
      measured.samples.push(one.sample);
      continue;
    }
    off += 1;
    measured.off.push(control);
    if (off > spare || performance.now() > deadline) return 'too noisy';
  }
  return 'measured';
}

function controlFailure({ off, tolerance }: Measured, tries: number): string {
  const list = off.map((control) => control.toFixed(3)).join(', ');
  return `[bench_control_failed] the baseline against itself was ${list} in ${tries} tries, not 1 ± ${tolerance}; run again on a quieter machine`;
}
