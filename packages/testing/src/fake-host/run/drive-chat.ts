import type { Chat, ChatEnding, ChatOptions } from '@interpose/core/adapter';

import { agentLoop } from './agent-loop.ts';
import { coreCycles } from './cycles.ts';
import { drain } from './drain.ts';
import type { FakeAgent } from '../agents/fake-agent.ts';
import type { FakeCallOptions, FakeHostOptions } from './fake-host-options.ts';
import type { FakeEnd, FakeOutcome } from './fake-outcome.ts';
import type { FakeRun } from './fake-run.ts';
import type { FakeMessage, FakePart } from '../translate/fake-values.ts';
import { Origins } from '../translate/origins.ts';
import { fakeCodec } from '../model/fake-codec.ts';
import { prepare } from './prepare.ts';
import { refuse } from './refuse.ts';
import { refusedError } from './refused-error.ts';
import { resumeCalls } from '../tools/resume-calls.ts';
import type { Approval } from '../tools/run-call.ts';
import { storeMemory } from '../components/memory.ts';
import { toMessage } from '../translate/to-contract.ts';

/** One chat to run: new, or the continuation of a suspended chat. */
export interface Drive {
  readonly options: FakeHostOptions;
  readonly call: FakeCallOptions;
  readonly agent: FakeAgent;
  readonly history: readonly FakeMessage[];
  readonly streamed: boolean;
  readonly parent?: Chat;
  /** The person's answer to every open call of the history. */
  readonly resumed?: Approval;
}

/** Opens a chat, runs the agent in it and ends it exactly once; the reader may stop after any part. */
export async function* driveChat(drive: Drive): AsyncGenerator<FakePart, FakeEnd> {
  const origins = new Origins();
  const history = [...drive.history];
  let chat: Chat;
  try {
    chat = await open(drive, origins);
  } catch (error) {
    return { outcome: { kind: 'error', error }, history };
  }
  const run = makeRun(drive, chat, origins, history);
  try {
    const outcome = yield* work(run, drive);
    await chat.end(endingOf(outcome));
    return { outcome, history };
  } catch (error) {
    const outcome: FakeOutcome =
      drive.call.signal?.aborted === true
        ? { kind: 'aborted', reason: error }
        : { kind: 'error', error };
    await chat.end(endingOf(outcome));
    return { outcome, history };
  } finally {
    if (!chat.ended) await chat.end({ kind: 'abort', reason: new Error('the reader stopped') });
  }
}

async function* work(run: FakeRun, { resumed }: Drive): AsyncGenerator<FakePart, FakeOutcome> {
  const { refused } = run.chat;
  if (refused !== undefined) {
    if (run.streamed && refusedError(run, refused) === undefined)
      yield* fakeCodec(run).refuse(refused, false, []);
    return refuse(run, refused);
  }
  await prepare(run);
  if (resumed !== undefined) {
    const pending = await resumeCalls(run, resumed);
    if (pending.length > 0) return { kind: 'suspended', pending };
  }
  const outcome = yield* agentLoop(run);
  if (outcome.kind === 'answer') await storeMemory(run, outcome.text);
  return outcome;
}

async function open(
  { options, call, agent, history, parent, resumed }: Drive,
  origins: Origins,
): Promise<Chat> {
  const {
    hooks,
    session,
    hostSession,
    user,
    trace,
    cycles = coreCycles,
    suspension = 'native',
  } = options;
  const last = history.findLast((message) => message.by === 'model');
  const suspended = resumed === undefined || last?.by !== 'model' ? undefined : last.calls[0]?.key;
  const resumes =
    suspended === undefined ? undefined : await cycles.findSuspended(hooks, suspended);
  const chatOptions: ChatOptions = {
    host: { framework: 'fake-host', version: '1.0.0' },
    agent: agent.identity,
    messages: () => history.map((message) => toMessage(message, origins)),
    suspends: suspension === 'native',
    ...(session === undefined ? {} : { session }),
    ...(hostSession === undefined ? {} : { hostSession: { id: hostSession } }),
    ...(user === undefined ? {} : { user }),
    ...(trace === undefined ? {} : { trace }),
    ...(options.seams?.trigger === undefined ? {} : { trigger: options.seams.trigger }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
    ...(parent === undefined ? {} : { parent }),
    ...(resumes === undefined ? {} : { resumes }),
  };
  return cycles.openChat(hooks, chatOptions);
}

function makeRun(
  { options, call, agent, streamed }: Drive,
  chat: Chat,
  origins: Origins,
  history: FakeMessage[],
): FakeRun {
  const { cycles = coreCycles, hooks } = options;
  return {
    options,
    call,
    cycles,
    chat,
    origins,
    streamed,
    history,
    attached: [],
    offers: new Map(),
    agent,
    mcp: undefined,
    absent: new Set(),
    startChild: async (child, input) => {
      const inner = { hooks, model: child.model, cycles, suspension: 'none' } as const;
      const fresh: FakeMessage[] = [{ by: 'user', said: input }];
      return answerOf(
        await drain(
          driveChat({
            options: inner,
            call: {},
            agent: child,
            history: fresh,
            streamed,
            parent: chat,
          }),
        ),
      );
    },
  };
}

function answerOf({ outcome }: FakeEnd): string {
  if (outcome.kind === 'answer' || outcome.kind === 'refusal') return outcome.text;
  if (outcome.kind === 'error') throw outcome.error;
  if (outcome.kind === 'aborted') throw outcome.reason;
  throw new Error(`the agent did not finish: ${outcome.kind}`);
}

function endingOf(outcome: FakeOutcome): ChatEnding {
  switch (outcome.kind) {
    case 'answer':
      return { kind: 'done', reason: 'completed' };
    case 'refusal':
      return {
        kind: 'done',
        reason: 'denied',
        response: { role: 'assistant', content: [{ type: 'text', text: outcome.text }] },
      };
    case 'suspended':
      return { kind: 'done', reason: 'suspended' };
    case 'error':
      return outcome;
    case 'aborted':
      return { kind: 'abort', reason: outcome.reason };
    case 'stopped':
      return { kind: 'abort', reason: new Error('the reader stopped') };
  }
}
