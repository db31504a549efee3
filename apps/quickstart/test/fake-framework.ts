import {
  fakeHost,
  type FakeAnswer,
  type FakeMessage,
  type FakeModel,
  type FakePart,
} from '@interpose/testing';
import type { Framework, ReplayChat, ReplayJob } from '../src/frameworks/framework.ts';
import { StepWriter } from '../src/frameworks/step-writer.ts';

/** The fake host of `@interpose/testing` as a framework: what the contract asks for, with no SDK between. */
export const fakeFramework: Framework = {
  name: 'fake-host',
  begin(job) {
    let history: readonly FakeMessage[] = [];
    return async (chat) => {
      const asked = chat.recorded.user.map((said): FakeMessage => ({ by: 'user', said }));
      const before = [...history, ...asked];
      const host = makeHost(job, chat);
      const call = { signal: chat.signal };
      const running = job.isStreamed ? host.stream(before, call) : host.run(before, call);
      if ('parts' in running) for await (const _ of running.parts);
      const { outcome, history: after } = await ('parts' in running ? running.end : running);
      history = after;
      const isOver = after.length > before.length && chat.recorded.ending === 'calls';
      if (outcome.kind === 'error' && !isOver) throw outcome.error;
      if (outcome.kind === 'aborted') throw outcome.reason;
      return stepsOf(after.slice(before.length));
    };
  },
};

function makeHost(
  { run, hooks, session }: ReplayJob,
  chat: ReplayChat,
): ReturnType<typeof fakeHost> {
  const spare = chat.recorded.ending === 'calls' ? 0 : 20;
  return fakeHost({
    hooks,
    session,
    model: modelOver(chat, run.tools),
    agent: { id: 'recorded-agent' },
    maxSteps: chat.recorded.turns.length + spare,
    ...(run.instructions === undefined ? {} : { instructions: run.instructions }),
    tools: run.tools.map((name) => ({
      name,
      run: (args, { callId }) => chat.callTool(name, callId, args),
    })),
  });
}

/** Asks the scripted model over HTTP, as an SDK's own provider does. */
function modelOver({ baseURL, fetch, signal }: ReplayChat, tools: readonly string[]): FakeModel {
  const answer: FakeModel['answer'] = async ({ prompt, history }) => {
    const system = prompt === undefined ? [] : [{ role: 'system', content: prompt }];
    const messages = [...system, ...history.map(toWire)];
    const offers = tools.length === 0 ? {} : { tools: tools.map(toOffer) };
    const body = JSON.stringify({ model: 'recorded-model', messages, ...offers });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer recorded' };
    const request = { method: 'POST', headers, body, signal };
    const response = await fetch(`${baseURL}/chat/completions`, request);
    if (!response.ok) throw new Error(await response.text());
    return toAnswer((await response.json()) as Completion);
  };
  return {
    answer,
    async stream(request, abort) {
      const parts = partsOf(await answer(request, abort));
      return new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
    },
  };
}

function partsOf({ said, calls, stop }: FakeAnswer): FakePart[] {
  const text: FakePart[] = [
    { type: 'said', block: 'said', chunk: said },
    { type: 'closed', block: 'said' },
  ];
  return [
    { type: 'open' },
    ...(said === '' ? [] : text),
    ...calls.map((call) => ({ type: 'call', call }) as const),
    { type: 'end', stop },
  ];
}

interface Completion {
  readonly choices: readonly [
    {
      readonly message: {
        readonly content: string | null;
        readonly tool_calls?: readonly {
          readonly id: string;
          readonly function: { readonly name: string; readonly arguments: string };
        }[];
      };
    },
  ];
}

function toAnswer({ choices: [{ message }] }: Completion): FakeAnswer {
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
    key: id,
    tool: name,
    input,
  }));
  return { said: message.content ?? '', calls, stop: calls.length > 0 ? 'calls' : 'end' };
}

function toWire(message: FakeMessage): object {
  switch (message.by) {
    case 'user':
    case 'system':
      return { role: message.by, content: message.said };
    case 'tool': {
      const { key, outcome } = message;
      const content = outcome.kind === 'output' ? String(outcome.output) : outcome.failure;
      return { role: 'tool', tool_call_id: key, content };
    }
    case 'model': {
      const calls = message.calls.map(({ key, tool, input }) => ({
        id: key,
        type: 'function',
        function: { name: tool, arguments: input },
      }));
      const asked = calls.length === 0 ? {} : { tool_calls: calls };
      return { role: 'assistant', content: message.said, ...asked };
    }
  }
}

function toOffer(name: string): object {
  return { type: 'function', function: { name, parameters: { type: 'object' } } };
}

function stepsOf(added: readonly FakeMessage[]): StepWriter['steps'] {
  const writer = new StepWriter();
  for (const message of added) {
    if (message.by === 'model') {
      writer.begin();
      writer.say(message.said);
      for (const { key, tool, input } of message.calls) writer.call(key, tool, parse(input));
    } else if (message.by === 'tool') {
      const { outcome } = message;
      if (outcome.kind === 'output') {
        writer.settle(message.key, { kind: 'result', result: outcome.output });
      } else writer.settle(message.key, { kind: 'error', message: outcome.failure });
    }
  }
  return writer.steps;
}

function parse(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
