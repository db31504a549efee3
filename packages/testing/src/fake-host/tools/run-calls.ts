import type { FakePending } from '../run/fake-outcome.ts';
import type { FakeRun } from '../run/fake-run.ts';
import type { FakeCall, FakeToolOutcome } from '../translate/fake-values.ts';
import { handOver } from '../agents/hand-over.ts';
import { reach } from './offers.ts';
import { runCall, type Approval, type CallEnd } from './run-call.ts';

/** Runs the calls of one answer in parallel and adds their results to the history, in the order of the calls. */
export async function runCalls(
  run: FakeRun,
  calls: readonly FakeCall[],
  approved?: Approval,
): Promise<readonly FakePending[]> {
  const ends = await settleAll(calls.map((call, index) => runOne(run, call, index, approved)));
  const pending: FakePending[] = [];
  for (const [index, end] of ends.entries()) {
    const call = calls[index];
    if (call === undefined) continue;
    if (end.kind === 'pending') pending.push(end.pending);
    else run.history.push({ by: 'tool', key: call.key, tool: call.tool, outcome: end.outcome });
  }
  return pending;
}

async function runOne(
  run: FakeRun,
  call: FakeCall,
  index: number,
  approved?: Approval,
): Promise<CallEnd> {
  const reached = reach(run, call.tool);
  if (reached.kind !== 'handoff') return runCall(run, call, index, approved);
  const outcome: FakeToolOutcome = await handOver(run, call, reached.colleague);
  return { kind: 'settled', outcome };
}

/** Waits for every call, then throws the error of the first that failed, so that no call is left running. */
async function settleAll<Value>(running: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(running);
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}
