import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { guardian } from '@interpose/aos';
import { createHooks, type Dict } from '@interpose/core';
import { say, scriptedModel, type ScriptedModel, type ScriptEntry } from '@interpose/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { guardianEar } from '../test/guardian-ear.ts';
import { sdkAgents, type MakeAgent, type Told } from '../test/sdk-agents.ts';

const readme = readFileSync(join(import.meta.dirname, '../../../packages/aos/README.md'), 'utf8');
/** An answer of the responses API that says where it has it from. */
const cited = {
  id: 'msg_cited',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [
    {
      type: 'output_text',
      text: 'As the list says:',
      annotations: [
        {
          type: 'url_citation',
          url: 'https://shop.example/orders',
          title: 'Orders',
          start_index: 0,
          end_index: 2,
        },
      ],
    },
  ],
};
const script: readonly ScriptEntry[] = [
  {
    kind: 'answer',
    reasoning: 'They ask for an order.',
    calls: [{ name: 'find_order', args: { id: 'A-7' } }],
  },
  { ...say('It is there.'), items: [cited] },
];
const told: Required<Told> = {
  agent: {
    id: 'support',
    version: '3.1.0',
    instructions: 'Be exact.',
    provider: { name: 'Models', url: 'https://models.example' },
  },
  user: { id: 'ada', organisation: 'acme' },
  trace: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
};

/** Where each field of AOS stands in a request, and what stands there when nobody knows it. */
const fields: Readonly<Record<string, readonly [path: string, unknown?: unknown]>> = {
  'agent.id': ['context.agent.id'],
  'agent.instructions': ['context.agent.instructions', ''],
  'agent.version': ['context.agent.version', 'unknown'],
  'agent.model': ['context.agent.model.id'],
  'agent.provider.name': ['context.agent.provider.name', 'unknown'],
  'agent.provider.url': ['context.agent.provider.url', ''],
  'agent.tools': ['context.agent.tools.0.arguments.0.name'],
  'session.id': ['context.session.id'],
  turnId: ['context.turnId'],
  stepId: ['context.stepId'],
  user: ['context.user.id'],
  'user.organization': ['context.user.organization.id'],
  reasoning: ['reasoning'],
  executionId: ['toolCallRequest.executionId'],
  citations: ['citations.0.url'],
  traceparent: ['context.traceparent'],
};

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});

afterAll(() => server.close());

/** The fields that some request of this run fills. */
async function filledBy(makeAgent: MakeAgent, options?: Told): Promise<ReadonlySet<string>> {
  await using ear = await guardianEar();
  const hooks = createHooks({ policies: [guardian({ url: ear.url })] });
  const { baseURL } = server.chat({
    entries: script,
    order: 'arrival',
    atEnd: 'repeat',
    toolNames: ['web_search'],
  });
  await makeAgent(hooks, baseURL, options).ask('Is my order there?');
  await hooks.close();
  const filled = Object.entries(fields).filter(([, [path, unknown]]) =>
    ear.heard.some(({ params }) => ![undefined, unknown].includes(valueAt(params, path))),
  );
  return new Set(filled.map(([field]) => field));
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((found, key) => (found as Dict | undefined)?.[key], value);
}

test('the table of the README tells which adapter fills which field', async () => {
  const rows = new Map(Object.keys(fields).map((field) => [field, [`\`${field}\``]]));
  for (const makeAgent of sdkAgents.values()) {
    const alone = await filledBy(makeAgent);
    const withApp = await filledBy(makeAgent, told);
    for (const [field, cells] of rows)
      cells.push(alone.has(field) ? 'yes' : withApp.has(field) ? 'told' : 'no');
  }
  const table = readme
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const header = ['Field', ...[...sdkAgents.keys()].map((name) => `\`${name}\``)];
  const start = table.findIndex((cells) => cells.join() === header.join());
  expect(table.slice(start + 2, start + 2 + rows.size)).toEqual([...rows.values()]);
});
