import { isDict, parseArguments, parseJson } from '@interpose/adapter-kit';
import { reportToolError } from '@interpose/core/adapter';
import { gateHostedCalls } from '../approval/hosted-approval.ts';
import type { AgentRun } from '../run/host-run.ts';
import type { RunLayer } from '../run/run-layer.ts';
import type { NativeOutputItem } from '../translate/native.ts';
import { reportHostedCalls } from './provider-tools.ts';
import { describeTool } from './tool-facts.ts';

type Call = Extract<NativeOutputItem, { readonly type: 'function_call' }>;

/** What the SDK tells the model about arguments that are no JSON. */
const INVALID = 'An error occurred while parsing tool arguments. Please try again with valid JSON.';

/**
 * Tells the hooks of the calls of an answer that will reach no tool here: the provider runs them, there is none of
 * that name, or the arguments are no JSON. The SDK deals with these itself, before it asks anybody.
 */
export async function reportUnreached(
  run: AgentRun,
  output: readonly NativeOutputItem[],
): Promise<void> {
  await reportHostedCalls(run, output);
  await gateHostedCalls(run, output);
  const calls = output.filter((item) => item.type === 'function_call');
  const malformed = new Set<Call>();
  const noRecords = new Set<string>();
  for (const call of calls) {
    if (run.tools.get(call.name) === undefined) continue;
    const value = valueOf(call.arguments);
    // JSON of any kind reaches the tool, or the validation of its schema.
    if (value === undefined) malformed.add(call);
    if (!isDict(value)) noRecords.add(call.name);
  }
  run.malformed = noRecords;
  for (const layer of run.layers) {
    for (const call of calls) {
      if (run.tools.get(call.name) === undefined && !run.handoffs.has(call.name))
        await report(run, layer, call, 'unknown', `Tool '${call.name}' not found.`);
      else if (malformed.has(call)) await report(run, layer, call, 'invalid', INVALID);
    }
  }
}

/** The SDK takes no text at all for no arguments. */
function valueOf(text: string): unknown {
  return text.trim() === '' ? {} : parseJson(text);
}

async function report(
  run: AgentRun,
  layer: RunLayer,
  { callId, name, arguments: text }: Call,
  cause: 'unknown' | 'invalid',
  message: string,
): Promise<void> {
  const outcome = await reportToolError(layer.chat, {
    call: layer.callOf(callId, name, parseArguments(text)),
    tool: describeTool(name, run.tools.get(name), layer.hooks),
    error: { message },
    cause,
  });
  if (outcome.kind === 'denied') layer.unreached.set(callId, outcome.text);
  else if (outcome.kind === 'error') layer.unreached.set(callId, outcome.error.message);
}
