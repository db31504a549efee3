import { fatalTo, parseArguments, toldUnreached } from '@interpose/adapter-kit';
import type { AgentRun } from '../run/host-run.ts';
import type { ToyMiss } from '../translate/native.ts';
import { toolFacts } from './tool-facts.ts';

/** Reports a call that reached no tool; returns what the model is told of it. */
export async function reportMiss(run: AgentRun, { call, why, told }: ToyMiss): Promise<string> {
  const changed = await toldUnreached(run.chat, {
    call: { id: call.id, name: call.tool, args: parseArguments(call.input) },
    tool: toolFacts(run, call.tool),
    error: new Error(told),
    cause: why,
  }).catch(fatalTo(run));
  return changed ?? told;
}
