import { reportRefusal } from '@interpose/adapter-kit';
import type { AgentRun } from '../run/host-run.ts';
import type { RunLayer } from '../run/run-layer.ts';
import { toolStep } from '../tools/tool-facts.ts';

/** Tells the hooks of the calls a person refused, once: the SDK itself only passes the refusal on to the model. */
export async function reportRefusals(run: AgentRun, layer: RunLayer): Promise<void> {
  for (const call of layer.refusedCalls.splice(0))
    await reportRefusal(layer.chat, toolStep(run, layer, call, undefined), undefined);
}
