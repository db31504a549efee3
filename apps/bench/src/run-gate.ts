import { failedGate, judgeGate, type JudgedGate } from './judge-gate.ts';
import type { Sample } from './gate.ts';
import { measureInProcess, type Measurement } from './measure-in-process.ts';

/** How a gate is measured and how long it may take. */
export interface RunPlan {
  /** Processes whose medians count: 3 by default. */
  readonly processes?: number;
  /** Processes that may be thrown away for their control: 4 by default. */
  readonly spare?: number;
  /** Milliseconds one process may take: 40000 by default. */
  readonly timeoutMs?: number;
  /** `performance.now()` after which no spare process is started. */
  readonly deadline?: number;
  /** Measures once; a fresh process by default. */
  readonly measure?: (file: URL, timeoutMs: number) => Promise<Measurement>;
}

/** 1.03 - 1 is a little more than 0.03. */
const ROUNDING = 1e-9;

/** Measures one gate in several processes, throws away those whose control is off, and judges. */
export async function runGate(id: string, file: URL, plan: RunPlan = {}): Promise<JudgedGate> {
  const {
    processes = 3,
    spare = 4,
    timeoutMs = 40_000,
    deadline = Number.POSITIVE_INFINITY,
  } = plan;
  const measure = plan.measure ?? measureInProcess;
  const samples: Sample[] = [];
  const off: number[] = [];
  let name = id;
  while (samples.length < processes) {
    const measured = await measure(file, timeoutMs).catch((error: unknown) => error as Error);
    if (measured instanceof Error) return failedGate({ id, name }, measured.message, off.length);
    name = measured.name;
    const { control = 1 } = measured.sample;
    if (Math.abs(control - 1) <= measured.tolerance + ROUNDING) samples.push(measured.sample);
    else off.push(control);
    if (off.length > spare || (off.length > 0 && performance.now() > deadline))
      return failedGate({ id, name }, controlFailure(off, measured.tolerance), off.length);
  }
  return judgeGate({ id, name }, samples, off.length);
}

function controlFailure(off: readonly number[], tolerance: number): string {
  const list = off.map((control) => control.toFixed(3)).join(', ');
  return `[bench_control_failed] the baseline against itself was ${list}, not 1 ± ${tolerance}; run again on a quieter machine`;
}
