import { parseJson, toldUnreached } from '@interpose/adapter-kit';
import type { MaybePromise } from '@interpose/core';
import { gateHostedCalls } from '../approval/hosted-approval.ts';
import type { AgentRun, RunLayer } from '../run/host-run.ts';
import { argumentsOf } from '../translate/content-to-contract.ts';
import type { NativeOutputItem } from '../translate/native.ts';
import { reportHostedCalls } from './provider-tools.ts';
import { toolStep } from './tool-facts.ts';

type Call = Extract<NativeOutputItem, { readonly type: 'function_call' }>;

/** The SDK's text for the model about arguments that are not JSON. */
const INVALID = 'An error occurred while parsing tool arguments. Please try again with valid JSON.';

/**
 * Reports to hooks the calls of an answer that reach no tool here: the provider runs them, no tool has that name, or
 * the arguments are not JSON. The SDK handles these before it asks anybody. Returns nothing to wait for if the answer
 * holds only messages, reasoning, and readable calls of known tools.
 */
export function reportUnreached(
  run: AgentRun,
  output: readonly NativeOutputItem[],
): MaybePromise<void> {
  run.hosted?.answers.clear();
  run.hosted?.asked.clear();
  // What was noted of calls belongs to an earlier answer: models use ids again.
  run.stopped = run.changed = undefined;
  for (const { remembered } of run.layers) {
    remembered?.outputs.clear();
    remembered?.blocked.clear();
  }
  run.output = output;
  run.carriesOut = true;
  if (!output.every((item) => isPlain(run, item))) return reportAll(run, output);
}

function isPlain(run: AgentRun, item: NativeOutputItem): boolean {
  if (item.type !== 'function_call')
    return item.type === undefined || item.type === 'message' || item.type === 'reasoning';
  const { name, arguments: text } = item;
  if (!run.tools.has(name)) return run.handoffs.has(name);
  // Arguments that are not a JSON object are read as `{ input: text }`.
  return text.trim() !== '' && argumentsOf(text, run.layers[0]!.copy)['input'] !== text;
}

async function reportAll(run: AgentRun, output: readonly NativeOutputItem[]): Promise<void> {
  await reportHostedCalls(run, output);
  await gateHostedCalls(run, output);
  const calls = output.filter((item) => item.type === 'function_call');
  for (const layer of run.layers) {
    for (const call of calls) {
      if (!run.tools.has(call.name)) {
        if (!run.handoffs.has(call.name))
          await report(layer, call, 'unknown', `Tool '${call.name}' not found.`);
      } // Any kind of JSON reaches the tool, or the check of its schema.
      else if (parseJson(call.arguments) === undefined)
        await report(layer, call, 'invalid', INVALID);
    }
  }
}

async function report(
  layer: RunLayer,
  call: Call,
  cause: 'unknown' | 'invalid',
  message: string,
): Promise<void> {
  const { call: shown, tool } = toolStep(layer, call, undefined);
  const told = await toldUnreached(layer.chat, { call: shown, tool, error: { message }, cause });
  if (told !== undefined) layer.memory.outputs.set(call.callId, told);
}
