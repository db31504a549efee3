import type { Consumer, Scenario, ToolFixture } from '@interpose/testing/conformance';
import { ResponsesToolRunner } from 'openai/helpers/responses-tool-runner';
import { z } from 'zod';

import type { ToolCall } from '@interpose/core';
import type { Hookable } from '../../src/index.ts';
import { readError, type ReadRun } from './read-run.ts';
import { readItems, type Item } from './response-items.ts';

interface ResponseBody {
  readonly output: readonly Item[];
  readonly output_parsed?: unknown;
}

interface Event {
  readonly type: string;
  readonly delta?: string;
  readonly item_id?: string;
  readonly item?: Item;
  readonly response?: ResponseBody;
}

interface Stream extends AsyncIterable<Event> {
  finalResponse(): Promise<ResponseBody>;
}

interface Responses {
  create(body: object, options: object): Promise<ResponseBody>;
  parse: Responses['create'];
  stream(body: object, options: object): Stream;
}

interface Turn {
  readonly response: ResponseBody;
  /** 1-based. */
  readonly step: number;
  appendUserText(text: string): void;
}

/** One call of responses as an app would make it. */
export interface ResponsesCall {
  readonly client: { readonly responses: Responses };
  readonly hookRunner: (runner: Hookable) => object;
  readonly scenario: Scenario;
  readonly messages: readonly object[];
}

/** Calls without a stream. */
export async function callResponses(call: ResponsesCall): Promise<ReadRun> {
  const { client, scenario } = call;
  if (scenario.tools !== undefined) return runLoop(call, false);
  const ask = scenario.output === undefined ? 'create' : 'parse';
  const response = await client.responses[ask](bodyOf(call), optionsOf(scenario));
  return {
    ...readItems(response.output, response.output_parsed),
    messages: response.output as never,
    faults: [],
  };
}

/** Calls with a stream, and reads it to its end or to where its consumer stops. */
export async function streamResponses(call: ResponsesCall): Promise<ReadRun> {
  const { client, scenario } = call;
  if (scenario.tools !== undefined) return runLoop(call, true);
  const reading = new Reading();
  try {
    const stream = client.responses.stream(bodyOf(call), optionsOf(scenario));
    for await (const event of stream) {
      if (reading.take(event, scenario.consumer) === 'break') return stopped();
    }
    const response = await stream.finalResponse();
    const read = readItems(response.output, response.output_parsed ?? parsedBy(scenario, response));
    return {
      ...read,
      received: { ...read.received, text: reading.text, reasoning: reading.reasoning },
      messages: response.output as never,
      faults: reading.faults,
    };
  } catch (error) {
    const failed = readError(error, scenario.signal?.aborted === true);
    return { ...failed, received: { text: reading.text, reasoning: reading.reasoning, calls: [] } };
  }
}

async function stopped(): Promise<ReadRun> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { ...readError(undefined, false), outcome: { kind: 'stopped' } };
}

function parsedBy({ output }: Scenario, response: ResponseBody): unknown {
  const text = readItems(response.output, undefined).received.text;
  return output === undefined || text === '' ? undefined : JSON.parse(text);
}

/** The tool loop of the SDK. */
async function runLoop(call: ResponsesCall, stream: boolean): Promise<ReadRun> {
  const { client, scenario, hookRunner } = call;
  const functions = (scenario.tools ?? []).map((fixture) => ({
    tool: {
      type: 'function',
      name: fixture.name,
      description: fixture.description ?? '',
      parameters: fixture.schema ?? { type: 'object', additionalProperties: true },
      strict: false,
    },
    execute: executeOf(fixture),
  }));
  const runner = hookRunner(new ResponsesToolRunner({ functions } as never)) as {
    iterate(client: unknown, body: object, options: object): AsyncIterable<Turn>;
  };
  const reading = new Reading();
  const onEvent = (event: Event): void => void reading.take(event, scenario.consumer);
  const { tools: _tools, ...body } = bodyOf(call) as { tools?: unknown };
  const options = { ...optionsOf(scenario), stream, ...(stream ? { onEvent } : {}) };
  const items: Item[] = [];
  let last: readonly Item[] = [];
  for await (const turn of runner.iterate(client, body, options)) {
    last = turn.response.output;
    items.push(...last);
    for (const { afterIteration, text } of scenario.steering ?? [])
      if (turn.step === afterIteration + 1) turn.appendUserText(text);
  }
  const { received } = readItems(items, undefined);
  const streamed = stream ? { text: reading.text, reasoning: reading.reasoning } : undefined;
  return {
    ...readItems(last, undefined),
    received: { ...received, ...streamed },
    messages: items as never,
    faults: stream ? reading.faults : [],
  };
}

const STAGES = Symbol.for('openai.responses.runnerFunctionStages');

/** As the SDK's own helper makes one: with a parser where there is a schema. */
function executeOf(fixture: ToolFixture): object {
  const act = async (args: ToolCall['args'], run?: { signal?: AbortSignal }): Promise<unknown> => {
    const signal = run?.signal === undefined ? {} : { signal: run.signal };
    return fixture.run(args, { callId: '', ...signal });
  };
  if (fixture.schema === undefined) return act;
  const shape = z.fromJSONSchema(fixture.schema);
  const prepare = (args: ToolCall['args']) => {
    const parsed = shape.parse(args) as ToolCall['args'];
    return () => act(parsed);
  };
  return Object.defineProperty(act, STAGES, { value: prepare });
}

class Reading {
  text = '';
  reasoning = '';
  readonly faults: string[] = [];
  readonly #open = new Set<string | undefined>();
  #isOpen = false;

  take(event: Event, consumer: Consumer | undefined): 'break' | void {
    const { type, delta = '' } = event;
    if (type === 'response.created') this.#isOpen = true;
    else if (!this.#isOpen) this.faults.push(`${type} outside a response`);
    if (type === 'response.output_item.added') this.#open.add(event.item?.id);
    if (type === 'response.output_item.done' && !this.#open.delete(event.item?.id))
      this.faults.push('an item ended that never began');
    if (type.startsWith('response.reasoning') && type.endsWith('.delta')) this.reasoning += delta;
    if (/^response\.(completed|incomplete|failed)$/.test(type)) {
      if (this.#open.size > 0) this.faults.push(`${this.#open.size} items have no end`);
      this.#isOpen = false;
    }
    if (type !== 'response.output_text.delta') return undefined;
    this.text += delta;
    return consumer?.onText?.(delta);
  }
}

function bodyOf({ scenario, messages }: ResponsesCall): object {
  const { instructions, output, hostSession } = scenario;
  return {
    model: 'gpt-4o-mini',
    input: messages,
    ...(instructions === undefined ? undefined : { instructions }),
    ...(hostSession === undefined ? undefined : { conversation: hostSession }),
    ...(output === undefined
      ? undefined
      : {
          text: { format: { type: 'json_schema', name: 'answer', schema: output, strict: true } },
        }),
  };
}

function optionsOf({ signal }: Scenario): object {
  return signal === undefined ? {} : { signal };
}
