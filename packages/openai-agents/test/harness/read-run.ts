import type { AgentInputItem, RunResult, StreamedRunResult } from '@openai/agents-core';

import type { Dict, ToolCall } from '@interpose/core';
import type { Outcome, PendingCall, Received } from '@interpose/testing/conformance';

import type { Stage } from './agents-harness.ts';

type Result = RunResult<undefined, never>;
type Streamed = StreamedRunResult<undefined, never>;

/** What one run of the SDK came to, in no framework's terms. */
export interface ReadRun {
  readonly outcome: Outcome;
  readonly received: Received;
  readonly history: readonly AgentInputItem[];
  readonly faults: readonly string[];
  /** The state that a suspended run goes on from, as a client keeps it. */
  readonly state: string | undefined;
}

const nothing: Received = { text: '', reasoning: '', calls: [] };

/** Runs and reads it to its end, or to where the consumer stops. */
export async function readRun(stage: Stage, start: () => Promise<unknown>): Promise<ReadRun> {
  const heard = new Heard();
  try {
    const result = (await start()) as Result | Streamed;
    if ('completed' in result) await heard.readStream(stage, result);
    if (heard.stopped) return ended({ kind: 'stopped' }, heard);
    if ('cancelled' in result && result.cancelled) return ended({ kind: 'aborted' }, heard);
    return readResult(stage, result, heard);
  } catch (error) {
    const aborted = stage.scenario.signal?.aborted === true;
    return ended(aborted ? { kind: 'aborted' } : { kind: 'error', error }, heard);
  }
}

function ended(outcome: Outcome, { text, calls }: Heard): ReadRun {
  const received = { ...nothing, text, calls };
  return { outcome, received, history: [], faults: [], state: undefined };
}

/** What a consumer saw of a stream. */
class Heard {
  text = '';
  stopped = false;
  readonly calls: ToolCall[] = [];
  readonly faults: string[] = [];
  #done = 0;
  #started = 0;

  async readStream({ scenario }: Stage, result: Streamed): Promise<void> {
    for await (const event of result) {
      if (event.type === 'run_item_stream_event' && event.name === 'tool_called')
        this.calls.push(callOf(event.item.rawItem as WrittenCall));
      if (event.type !== 'raw_model_stream_event') continue;
      if (event.data.type === 'response_started') this.#started++;
      if (event.data.type === 'response_done') this.#done++;
      if (event.data.type !== 'output_text_delta') continue;
      this.text += event.data.delta;
      if (scenario.consumer?.onText?.(event.data.delta) === 'break') {
        this.stopped = true;
        break;
      }
    }
    if (this.stopped) await new Promise((resolve) => setTimeout(resolve, 5));
    else await result.completed;
    if (this.#done !== this.#started) this.faults.push('an answer was not finished');
  }
}

interface WrittenCall {
  readonly type?: string;
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

function callOf({ callId, name, arguments: text }: WrittenCall): ToolCall {
  return { id: callId, name, args: read(text) };
}

function read(text: string): Dict {
  try {
    return JSON.parse(text) as Dict;
  } catch {
    return { input: text };
  }
}

function readResult({ scenario, mode }: Stage, result: Result, heard: Heard): ReadRun {
  const pending = result.interruptions.map((item): PendingCall => {
    const { id, name, args } = callOf(item.rawItem as object as WrittenCall);
    return { callId: id, name, args };
  });
  const calls = result.newItems.flatMap(({ rawItem }) =>
    rawItem?.type === 'function_call' ? [callOf(rawItem)] : [],
  );
  const text = pending.length > 0 ? '' : textOf(result.finalOutput);
  const object = scenario.output === undefined ? {} : { object: result.finalOutput as unknown };
  return {
    outcome:
      pending.length > 0
        ? { kind: 'suspended', pending }
        : isRefusal(result)
          ? { kind: 'refusal', text }
          : { kind: 'answer', text, ...object },
    received: {
      ...nothing,
      text: mode === 'streamed' ? heard.text : saidIn(result),
      calls: mode === 'streamed' ? heard.calls : calls,
    },
    history: result.history,
    faults: heard.faults,
    state: pending.length > 0 ? result.state.toString() : undefined,
  };
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
}

/** A refusal stands beside the text that was given in place of the answer. */
function isRefusal(result: Result): boolean {
  const last = result.newItems.findLast(({ type }) => type === 'message_output_item')?.rawItem;
  return JSON.stringify(last ?? '').includes('"type":"refusal"');
}

function saidIn({ newItems }: Result): string {
  return newItems
    .flatMap((item) => (item.type === 'message_output_item' ? [item.content] : []))
    .join('');
}
