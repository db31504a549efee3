import { createHooks } from '@interpose/core';
import { telemetry } from '@interpose/otel';
import { scriptedModel } from '@interpose/testing';
import { beforeAll, describe, expect, test } from 'vitest';

import { agents } from '../agents/agents.ts';
import { approver, shopPolicies } from '../policies.ts';
import { openShop } from '../shop.ts';
import { question, script } from '../story.ts';
import { drawSpans, recordSpans, takeSpans } from './recorded-spans.ts';

beforeAll(recordSpans);

describe.each([...agents])('the story on %s', (_name, askAgent) => {
  test('is one span for the chat, one for each model call and one for each tool call', async () => {
    await using server = await scriptedModel();
    const chat = server.chat(script);
    const hooks = createHooks({ policies: [telemetry(), ...shopPolicies()], approver });
    await askAgent(question, { baseURL: chat.baseURL, hooks, shop: openShop() });
    await hooks.close();
    const spans = takeSpans();
    const drawn = drawSpans(spans).map((line) => line.trim().split(' ')[0]);
    const count = (name: string): number => drawn.filter((each) => each === name).length;
    expect({
      session: count('session'),
      chats: count('invoke_agent'),
      models: count('chat'),
      tools: count('execute_tool'),
    }).toEqual({ session: 1, chats: 1, models: 7, tools: 6 });
    expect(spans).toHaveLength(15);
  });

  test('tells of a denied call who denied it, and holds no content', async () => {
    await using server = await scriptedModel();
    const chat = server.chat(script);
    const hooks = createHooks({ policies: [telemetry(), ...shopPolicies()], approver });
    await askAgent(question, { baseURL: chat.baseURL, hooks, shop: openShop() });
    await hooks.close();
    const spans = takeSpans();
    const denied = spans.find(({ name }) => name === 'execute_tool delete_customer');
    expect(denied?.attributes).toMatchObject({
      'error.type': 'not_allowed',
      'interpose.decision.by': ['allow-list/preToolCall'],
      'gen_ai.tool.name': 'delete_customer',
    });
    expect(denied?.events[0]?.attributes).toMatchObject({
      'interpose.decision.verb': 'deny',
      'interpose.decision.reason': 'not on the list',
    });
    const all = JSON.stringify(spans.map(({ attributes, events }) => [attributes, events]));
    for (const text of ['ada@example.com', 'My mug', 'A-7']) expect(all).not.toContain(text);
  });
});
