import { drain } from './run/drain.ts';
import { driveChat, type Drive } from './run/drive-chat.ts';
import { toModel, type FakeAgent } from './agents/fake-agent.ts';
import type { FakeCallOptions, FakeHostOptions } from './run/fake-host-options.ts';
import type { FakeEnd } from './run/fake-outcome.ts';
import type { FakeMessage, FakePart } from './translate/fake-values.ts';
import type { Approval } from './tools/run-call.ts';

/** The app's input: a text, or a whole history with new messages at its end. */
export type FakeInput = string | readonly FakeMessage[];

/** A running stream; reading it to the end, or stopping, ends its chat. */
export interface FakeStream {
  readonly parts: AsyncIterable<FakePart>;
  /** Settles once the parts were read to the end or the reader stopped. */
  readonly end: Promise<FakeEnd>;
}

/** A minimal agent framework in memory, hooked through the core's functions for adapters. */
export interface FakeHost {
  /** Runs the agent to its end; never rejects, since an error is an outcome. */
  run(input: FakeInput, call?: FakeCallOptions): Promise<FakeEnd>;
  stream(input: FakeInput, call?: FakeCallOptions): FakeStream;
  /** Continues from the history of a suspended run; the answer applies to every call that is still open. */
  resume(
    history: readonly FakeMessage[],
    answer: Approval['approval'],
    call?: FakeCallOptions,
  ): Promise<FakeEnd>;
  resumeStream(
    history: readonly FakeMessage[],
    answer: Approval['approval'],
    call?: FakeCallOptions,
  ): FakeStream;
}

/**
 * Makes an agent in memory whose every step passes these hooks: a host to try policies on without an SDK.
 *
 * @example
 * const host = fakeHost({ hooks, model: [{ kind: 'answer', text: ['Hello.'] }] });
 * const { outcome } = await host.run('Hi.'); // { kind: 'answer', text: 'Hello.' }
 */
export function fakeHost(options: FakeHostOptions): FakeHost {
  const agent = firstAgent(options);
  const drive = (
    input: FakeInput,
    call: FakeCallOptions,
    streamed: boolean,
    resumed?: Approval,
  ): AsyncGenerator<FakePart, FakeEnd> =>
    driveChat({
      ...driveOf(options, agent, input, call),
      streamed,
      ...(resumed === undefined ? {} : { resumed }),
    });
  return {
    run: (input, call = {}) => drain(drive(input, call, false)),
    stream: (input, call = {}) => read(drive(input, call, true), historyOf(input)),
    resume: (history, approval, call = {}) => drain(drive(history, call, false, { approval })),
    resumeStream: (history, approval, call = {}) =>
      read(drive(history, call, true, { approval }), history),
  };
}

function firstAgent({
  agent,
  model,
  instructions,
  tools = [],
  agents = [],
}: FakeHostOptions): FakeAgent {
  return {
    identity: agent ?? { id: 'fake-agent' },
    model: toModel(model),
    instructions,
    tools,
    colleagues: agents,
  };
}

function driveOf(
  options: FakeHostOptions,
  agent: FakeAgent,
  input: FakeInput,
  call: FakeCallOptions,
): Omit<Drive, 'streamed'> {
  return { options, agent, call, history: historyOf(input) };
}

function historyOf(input: FakeInput): readonly FakeMessage[] {
  return typeof input === 'string' ? [{ by: 'user', said: input }] : input;
}

function read(
  parts: AsyncGenerator<FakePart, FakeEnd>,
  history: readonly FakeMessage[],
): FakeStream {
  const { promise, resolve } = Promise.withResolvers<FakeEnd>();
  async function* pass(): AsyncGenerator<FakePart, void> {
    try {
      for (;;) {
        const next = await parts.next();
        if (next.done === true) return resolve(next.value);
        yield next.value;
      }
    } finally {
      await parts.return({ outcome: { kind: 'stopped' }, history });
      resolve({ outcome: { kind: 'stopped' }, history });
    }
  }
  return { parts: pass(), end: promise };
}
