import type { Consumer, Scenario } from '@interpose/testing/conformance';

import { readError, readMessages, type ReadRun, type SdkMessage } from './read-run.ts';
import { sdkTools } from './sdk-tools.ts';

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null;
      readonly role?: string;
      readonly reasoning_content?: string;
    };
    readonly finish_reason: string | null;
  }[];
}

interface Runner extends AsyncIterable<Chunk> {
  readonly messages: readonly SdkMessage[];
  done(): Promise<void>;
  finalMessage(): Promise<SdkMessage>;
}

interface Completions {
  create(body: object, options: object): Promise<{ choices: { message: SdkMessage }[] }>;
  parse: Completions['create'];
  stream(body: object, options: object): Runner;
  runTools(body: object, options: object): Runner;
}

/** One call of chat completions as an app would make it. */
export interface ChatCall {
  readonly completions: Completions;
  readonly scenario: Scenario;
  readonly messages: readonly SdkMessage[];
  readonly canSteer: boolean;
}

/** Calls without a stream, with the tool loop of the SDK where there are tools. */
export async function callPlain(call: ChatCall): Promise<ReadRun> {
  const { completions, scenario, messages } = call;
  const structured = scenario.output !== undefined;
  if (scenario.tools !== undefined) {
    const runner = completions.runTools(bodyOf(call), optionsOf(call));
    await runner.done();
    return read(runner.messages.slice(messages.length), structured);
  }
  const ask = structured ? 'parse' : 'create';
  const completion = await completions[ask](bodyOf(call), optionsOf(call));
  return read([completion.choices[0]!.message], structured);
}

function read(added: readonly SdkMessage[], structured: boolean): ReadRun {
  return { ...readMessages(added, structured), messages: added, faults: [] };
}

/** Calls with a stream, and reads it to its end or to where its consumer stops. */
export async function callStreamed(call: ChatCall): Promise<ReadRun> {
  const { completions, scenario, messages } = call;
  const runner =
    scenario.tools === undefined
      ? completions.stream(bodyOf(call), optionsOf(call))
      : completions.runTools({ ...bodyOf(call), stream: true }, optionsOf(call));
  const reading = new Reading();
  try {
    if (await readChunks(runner, reading, scenario.consumer)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { ...readError(undefined, false), outcome: { kind: 'stopped' } };
    }
    await runner.done();
  } catch (error) {
    const failed = readError(error, scenario.signal?.aborted === true);
    return { ...failed, received: { text: reading.text, reasoning: reading.reasoning, calls: [] } };
  }
  const added = runner.messages.filter((message) => !messages.includes(message));
  const { outcome, received } = readMessages(added, scenario.output !== undefined);
  return {
    outcome,
    received: { ...received, text: reading.text, reasoning: reading.reasoning },
    messages: added,
    faults: reading.faults,
  };
}

class Reading {
  text = '';
  reasoning = '';
  #opened = false;
  readonly faults: string[] = [];

  take({ choices: [choice] }: Chunk): void {
    if (choice === undefined) return;
    const { delta, finish_reason: finish } = choice;
    if (delta.role !== undefined && this.#opened) this.faults.push('an answer began twice');
    if (delta.role === undefined && !this.#opened) this.faults.push('an answer has no beginning');
    this.text += delta.content ?? '';
    this.reasoning += delta.reasoning_content ?? '';
    this.#opened = finish === null;
  }

  end(): void {
    if (this.#opened) this.faults.push('an answer has no end');
  }
}

/** True when the consumer stopped. */
async function readChunks(
  runner: Runner,
  reading: Reading,
  consumer: Consumer | undefined,
): Promise<boolean> {
  for await (const chunk of runner) {
    reading.take(chunk);
    const text = chunk.choices[0]?.delta.content;
    if (text && consumer?.onText?.(text) === 'break') return true;
  }
  reading.end();
  return false;
}

function bodyOf({ scenario, messages }: ChatCall): object {
  const { tools, toolChoice, output, instructions } = scenario;
  const system = instructions === undefined ? [] : [{ role: 'system', content: instructions }];
  const last = tools?.find(({ final }) => final === true);
  const choice =
    last === undefined ? toolChoice : { type: 'function', function: { name: last.name } };
  return {
    model: 'gpt-4o-mini',
    messages: [...system, ...messages],
    ...(tools === undefined ? undefined : { tools: sdkTools(tools) }),
    ...(choice === undefined ? undefined : { tool_choice: choice }),
    ...(output === undefined
      ? undefined
      : {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'answer', schema: output, strict: true },
          },
        }),
  };
}

function optionsOf({ scenario, canSteer }: ChatCall): object {
  const { signal, steering = [] } = scenario;
  let iteration = -1;
  const afterCompletion = (_: unknown, runner: { messages: unknown[] }): void => {
    iteration++;
    for (const { afterIteration, text } of steering)
      if (afterIteration === iteration) runner.messages.push({ role: 'user', content: text });
  };
  return {
    ...(signal === undefined ? undefined : { signal }),
    ...(canSteer && steering.length > 0 ? { afterCompletion } : undefined),
  };
}
