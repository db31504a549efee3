import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, tool, ToolLoopAgent, isStepCount, type ModelMessage, type ToolSet } from 'ai';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptedModel, type ScriptedModel } from '../scripted-model/scripted-model.ts';
import { readRun } from './run/read-run.ts';
import type { RecordedCall, RecordedRun, RecordedTurn } from './recorded-run.ts';
import { recordedTools } from './recorded-tools.ts';
import { scriptFromRun } from './script-from-run.ts';

let server: ScriptedModel;

beforeAll(async () => {
  server = await scriptedModel();
});
afterAll(() => server.close());

type Way = readonly ['chat' | 'responses', 'plain' | 'streamed', 'per run' | 'per chat'];

const ways: readonly Way[] = [
  ['chat', 'plain', 'per run'],
  ['chat', 'streamed', 'per chat'],
  ['responses', 'plain', 'per chat'],
  ['responses', 'streamed', 'per run'],
];

const open = jsonSchema<Record<string, unknown>>({ type: 'object', additionalProperties: true });

function toolsOf(run: RecordedRun, chat: number): ToolSet {
  const entries = [...recordedTools(run)].map(([name, recorded]) => {
    const execute = (args: unknown, { toolCallId }: { toolCallId: string }) =>
      recorded({ chat, callId: toolCallId, args });
    return [name, tool({ inputSchema: open, execute })] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns what a real agent did in every chat of the run, in the form of the recording. */
async function replay(run: RecordedRun, [dialect, mode, urls]: Way): Promise<unknown[]> {
  const whole = server.chat(scriptFromRun(run));
  const history: ModelMessage[] = [];
  const seen: unknown[] = [];
  for (const [index, { user, turns }] of run.chats.entries()) {
    history.push(...user.map((content) => ({ role: 'user' as const, content })));
    if (turns.length === 0) continue;
    const { baseURL } = urls === 'per run' ? whole : server.chat(scriptFromRun(run, index));
    const agent = new ToolLoopAgent({
      model: createOpenAI({ baseURL, apiKey: 'any' })[dialect]('gpt-4o'),
      tools: toolsOf(run, index),
      stopWhen: isStepCount(turns.length),
      maxRetries: 0,
    });
    const result = await (mode === 'plain'
      ? agent.generate({ messages: history })
      : agent.stream({ messages: history }));
    const steps = await result.steps;
    seen.push(
      ...steps.map(describeStep),
      sorted(steps.flatMap(({ content }) => content.flatMap(outcomeOfPart))),
    );
    history.push(...(await result.responseMessages));
  }
  return seen;
}

interface Step {
  readonly text: string;
  readonly toolCalls: readonly { toolCallId: string; toolName: string; input: unknown }[];
}

const describeStep = ({ text, toolCalls }: Step): unknown => ({
  text,
  calls: toolCalls.map(({ toolCallId, toolName, input }) => [toolCallId, toolName, input]),
});

function outcomeOfPart(part: { type: string; output?: unknown; error?: unknown }): string[] {
  if (part.type === 'tool-result') return [String(part.output)];
  return part.type === 'tool-error' ? [String(part.error)] : [];
}

/** Sorts texts, since parallel calls end in any order. */
const sorted = (texts: readonly string[]): string[] =>
  texts.toSorted((one, other) => one.localeCompare(other));

/** Returns the same for the recording itself. */
function expected(run: RecordedRun): unknown[] {
  return run.chats.flatMap(({ turns }) => {
    if (turns.length === 0) return [];
    const outcomes = turns.flatMap(({ calls }) => calls.map(outcomeOf));
    return [...turns.map(describeTurn), sorted(outcomes)];
  });
}

const describeTurn = ({ text, calls }: RecordedTurn): unknown => ({
  text,
  calls: calls.map(({ id, name, args }) => [id, name, args]),
});

function outcomeOf({ outcome }: RecordedCall): string {
  if (outcome.kind === 'missing') return '';
  return outcome.kind === 'result' ? outcome.content : outcome.message;
}

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', 'yes', null, '\ud83d\ude00\u2028\n\n', [{ type: 'text', content: 'part' }]),
);
const id = fc.constantFrom('a', 'b', 'c', null);
const call = fc.record({
  id,
  name: fc.constantFrom('read', 'write', 'odd name'),
  args: fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.integer()),
});
const message = fc.oneof(
  fc.record({ role: fc.constant('user'), content: text }),
  fc.record({ role: fc.constant('assistant'), content: text }),
  fc.record({
    role: fc.constant('assistant'),
    content: text,
    tool_calls: fc.array(call, { maxLength: 3 }),
  }),
  fc.record({
    role: fc.constant('tool'),
    content: text,
    tool_call_id: id,
    name: fc.constantFrom('read', 'write'),
    error: fc.constantFrom(null, 'boom'),
  }),
  fc.record({ role: fc.constantFrom('system', 'critic'), content: text }),
);

describe('a recorded run replays through a real agent', () => {
  test.each(ways)('over %s, %s, with a base URL %s', async (...way) => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 14 }), async (messages) => {
        const run = readRun({ messages });
        expect(await replay(run, way)).toEqual(expected(run));
      }),
      { numRuns: 40 },
    );
  });
});

test('a recording that ends mid-loop says so to an agent that asks on', async () => {
  const run = readRun({
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', tool_calls: [{ id: 'a', name: 'read', args: {} }] },
    ],
  });
  const { baseURL } = server.chat(scriptFromRun(run));
  const agent = new ToolLoopAgent({
    model: createOpenAI({ baseURL, apiKey: 'any' }).chat('gpt-4o'),
    tools: toolsOf(run, 0),
  });
  await expect(agent.generate({ prompt: 'x' })).rejects.toThrow('[script_ended]');
});
