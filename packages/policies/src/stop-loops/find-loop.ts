import type { ChatRecord, LoopRecord, RecentCall } from './chat-record.ts';
import type { LoopLimits } from './loop-limits.ts';

/** Describes a loop, or a used-up limit, to the model; undefined without one. `tool` is undefined if ignored. */
export function findLoop(
  { calls: sessionCalls }: LoopRecord,
  { calls, recent, failures }: ChatRecord,
  tool: string | undefined,
  limits: LoopLimits,
): string | undefined {
  if (calls > limits.maxCalls)
    return `this chat has used its ${limits.maxCalls} tool calls; answer with what you have`;
  if (sessionCalls > limits.maxSessionCalls)
    return `this session has used its ${limits.maxSessionCalls} tool calls; answer with what you have`;
  if (tool === undefined) return undefined;
  const failure = failures.find((each) => each.tool === tool);
  if (failure !== undefined && failure.times >= limits.maxSameErrors)
    return `${tool} has failed in the same way ${failure.times} times; do without it, or say what is missing`;
  return describeCycle(tool, recent, limits);
}

function describeCycle(
  tool: string,
  recent: readonly RecentCall[],
  { maxRepeats, maxCycles, maxPeriod }: LoopLimits,
): string | undefined {
  if (isPeriodic(recent, 1, maxRepeats))
    return `${tool} was called with the same arguments ${maxRepeats} times in a row; use what it gave, change the arguments, or answer`;
  for (let period = 2; period <= maxPeriod; period++) {
    if (!isPeriodic(recent, period, maxCycles) || isConstant(recent.slice(-period))) continue;
    const names = [...new Set(recent.slice(-period).map(([name]) => name))].join(', ');
    return `the same ${period} calls (${names}) were made ${maxCycles} times over; do something else, or answer`;
  }
  return undefined;
}

/** Whether the last calls repeat too often: each equals the call one period before it. */
function isPeriodic(recent: readonly RecentCall[], period: number, times: number): boolean {
  const needed = period * times + 1;
  if (recent.length < needed) return false;
  const last = recent.slice(-needed);
  return last.every((call, index) => index < period || isSame(call, last[index - period]));
}

/** Whether all calls are the same: this repeats in every period, and `maxRepeats` limits it. */
function isConstant(calls: readonly RecentCall[]): boolean {
  return calls.every((call) => isSame(call, calls[0]));
}

function isSame([tool, args]: RecentCall, other: RecentCall | undefined): boolean {
  return other !== undefined && tool === other[0] && args === other[1];
}
