import { ask, createHooks, deny, type Dict, type Hooks } from '@interpose/core';
import { afterEach, describe, expect, test } from 'vitest';

import { probeSdks, type End, type ProbeSdk } from '../census/probes/probe-sdks.ts';
import type { Transport } from '../test/sdk.ts';
import { withHooks, type WithHooksOptions } from './index.ts';

const versions = probeSdks.filter(({ serveStdio }) => serveStdio !== undefined);

const sample = { messages: [], maxTokens: 1 };
const questions: Dict = {
  who: {
    method: 'elicitation/create',
    params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
  },
  how: { method: 'sampling/createMessage', params: sample },
  where: { method: 'roots/list' },
};

const answers: Readonly<Record<string, Dict>> = {
  'elicitation/create': { action: 'accept', content: { name: 'ada' } },
  'sampling/createMessage': {
    model: 'm',
    role: 'assistant',
    content: { type: 'text', text: 'kindly' },
  },
  'roots/list': { roots: [{ uri: 'file:///home' }] },
};

let ends: readonly End[] = [];

afterEach(async () => {
  for (const end of ends) await end.close();
  ends = [];
});

/** What the two sides heard while one tool was called that asks three questions. */
interface Call {
  /** The methods that the app of the client was asked. */
  readonly asked: string[];
  /** The answers that the tool got. */
  readonly answered: Dict[];
  readonly call: () => Promise<Dict>;
}

interface Answerable {
  setRequestHandler(method: string, handle: (request: Dict) => unknown): void;
  callTool(call: Dict): Promise<Dict>;
}

async function open(sdk: ProbeSdk, hooks: Hooks, options: WithHooksOptions): Promise<Call> {
  const [asked, answered]: [string[], Dict[]] = [[], []];
  const server = new sdk.McpServer({ name: 'shop', version: '1' }, { capabilities: { tools: {} } });
  server.registerTool('pay', {}, (context) => {
    const { inputResponses } = (context as { readonly mcpReq: Dict }).mcpReq;
    if (inputResponses === undefined)
      return { resultType: 'input_required', inputRequests: questions };
    answered.push(inputResponses as Dict);
    return { content: [{ type: 'text', text: 'paid' }] };
  });
  const client = new sdk.Client(
    { name: 'app', version: '1' },
    {
      capabilities: { sampling: {}, roots: {}, elicitation: { form: {} } },
      versionNegotiation: { mode: 'auto' },
    },
  ) as Answerable & End;
  for (const [method, answer] of Object.entries(answers))
    client.setRequestHandler(method, () => {
      asked.push(method);
      return answer;
    });
  ends = [client, server];
  const [near, far] = sdk.InMemoryTransport.createLinkedPair();
  const hooked = (role: string, own: Transport): Transport =>
    role === (options.role ?? 'client') ? withHooks(own, hooks, options) : own;
  sdk.serveStdio?.(() => server, { transport: hooked('server', far) });
  await client.connect(hooked('client', near));
  return { asked, answered, call: () => client.callTool({ name: 'pay' }) };
}

/** The events at which hooks see questions and answers, by the end they are at. */
const legs = {
  client: { questionAt: 'onMcpMessage', answerAt: 'preMcpMessage' },
  server: { questionAt: 'preMcpMessage', answerAt: 'onMcpMessage' },
} as const;

const cases = versions.flatMap((sdk) =>
  (['client', 'server'] as const).map((role) => ({ sdk, version: sdk.version, role })),
);

describe.each(cases)('questions in an answer, MCP SDK $version, hooked at the $role', (each) => {
  const { sdk, role } = each;
  const { questionAt, answerAt } = legs[role];

  test('are asked about one by one, each as a request, and so are their answers', async () => {
    const hooks = createHooks();
    const seen: unknown[] = [];
    for (const event of [questionAt, answerAt])
      hooks.addHook(event, ({ message: { id, method, result }, direction }) => {
        if (typeof id === 'string' && id in questions)
          seen.push([id, method ?? Object.keys(result as Dict)[0], direction]);
      });
    const { answered, call } = await open(sdk, hooks, { role });
    expect(await call()).toMatchObject({ content: [{ text: 'paid' }] });
    expect(seen).toEqual([
      ['who', 'elicitation/create', 'server-to-client'],
      ['how', 'sampling/createMessage', 'server-to-client'],
      ['where', 'roots/list', 'server-to-client'],
      ['who', 'action', 'client-to-server'],
      ['how', 'role', 'client-to-server'],
      ['where', 'roots', 'client-to-server'],
    ]);
    expect(Object.keys(answered[0]!)).toEqual(['who', 'how', 'where']);
  });

  test('are denied one by one: the others are asked, and answered', async () => {
    const hooks = createHooks();
    hooks.addHook(questionAt, ({ message }) =>
      message['method'] === 'sampling/createMessage' ? deny('no model for you') : undefined,
    );
    const { asked, answered, call } = await open(sdk, hooks, { role });
    await call();
    expect(asked.toSorted()).toEqual(['elicitation/create', 'roots/list']);
    expect(Object.keys(answered[0]!)).toEqual(['who', 'where']);
  });

  test('that are all denied refuse the answer: nobody is asked', async () => {
    const hooks = createHooks();
    hooks.addHook(questionAt, ({ message }) =>
      /^(elicit|sampling|roots)/.test(String(message['method'])) ? deny('ask nobody') : undefined,
    );
    const { asked, answered, call } = await open(sdk, hooks, { role });
    await expect(call()).rejects.toMatchObject({ code: -32003 });
    expect([asked, answered]).toEqual([[], []]);
  });

  test('wait for an approver each, and who refuses one refuses no other', async () => {
    const hooks = createHooks({
      approver: async ({ value }) => ({ approved: (value as Dict)['id'] !== 'who' }),
    });
    hooks.addHook(questionAt, ({ message }) =>
      String(message['id']) in questions ? ask('may it?') : undefined,
    );
    const { asked, call } = await open(sdk, hooks, { role });
    await call();
    expect(asked.toSorted()).toEqual(['roots/list', 'sampling/createMessage']);
  });

  test('are changed one by one, and so are answers', async () => {
    const hooks = createHooks();
    hooks.addHook(questionAt, ({ message }) =>
      message['method'] === 'sampling/createMessage'
        ? { message: { ...message, method: 'roots/list' } }
        : undefined,
    );
    hooks.addHook(answerAt, ({ message }) =>
      message['id'] === 'who'
        ? { message: { ...message, result: { action: 'decline' } } }
        : undefined,
    );
    const { asked, answered, call } = await open(sdk, hooks, { role });
    await call();
    expect(asked.toSorted()).toEqual(['elicitation/create', 'roots/list', 'roots/list']);
    expect(answered[0]).toEqual({
      who: { action: 'decline' },
      how: answers['roots/list'],
      where: answers['roots/list'],
    });
  });

  test('whose answer is denied leave the tool without that answer', async () => {
    const hooks = createHooks();
    hooks.addHook(answerAt, ({ message }) =>
      message['id'] === 'where' ? deny('nobody has to know') : undefined,
    );
    const { answered, call } = await open(sdk, hooks, { role });
    await call();
    expect(Object.keys(answered[0]!)).toEqual(['who', 'how']);
  });

  test('whose answers are all denied refuse the request that holds them', async () => {
    const hooks = createHooks();
    hooks.addHook(answerAt, ({ message }) =>
      String(message['id']) in questions ? deny('nobody has to know') : undefined,
    );
    const { answered, call } = await open(sdk, hooks, { role });
    await expect(call()).rejects.toMatchObject({ code: -32003 });
    expect(answered).toEqual([]);
  });
});
