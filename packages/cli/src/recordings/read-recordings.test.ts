import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, expect, test } from 'vitest';

import { recordedCall } from '../../test/recorded-rows.ts';
import { readRecordings, type BadRow, type RecordedSession } from './read-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'interpose-recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function rowsOf(name: string, text: string | Buffer): Promise<(RecordedSession | BadRow)[]> {
  writeFileSync(join(folder, name), text);
  return all(name);
}

async function all(name: string): Promise<(RecordedSession | BadRow)[]> {
  const rows: (RecordedSession | BadRow)[] = [];
  for await (const row of readRecordings([name], { folder })) rows.push(row);
  return rows;
}

const attribute = (key: string, stringValue: string): object => ({ key, value: { stringValue } });

function span(startTimeUnixNano: string, operation: string, ...attributes: object[]): object {
  return {
    traceId: 't1',
    spanId: startTimeUnixNano,
    startTimeUnixNano,
    attributes: [attribute('gen_ai.operation.name', operation), ...attributes],
  };
}

const text = (role: string, content: string): object => ({ role, parts: [{ type: 'text', content }] });

test('OpenTelemetry spans with captured content read as the run they tell of', async () => {
  const asked = [text('user', 'Refund it.')];
  const call = { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'refund', arguments: { cents: 5 } }] };
  const answered = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'paid' }] };
  const spans = [
    span('3', 'chat', attribute('gen_ai.input.messages', JSON.stringify([...asked, call, answered])), attribute('gen_ai.output.messages', JSON.stringify([text('assistant', 'Done.')]))),
    span('1', 'chat', attribute('gen_ai.input.messages', JSON.stringify(asked)), attribute('gen_ai.output.messages', JSON.stringify([call]))),
    span('2', 'execute_tool', attribute('gen_ai.tool.name', 'refund'), attribute('gen_ai.tool.call.id', 'c1')),
  ];
  const rows = await rowsOf('spans.jsonl', JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
  expect(rows).toMatchObject([
    {
      kind: 'run',
      sessionId: 't1',
      run: {
        chats: [
          {
            user: ['Refund it.'],
            turns: [
              { calls: [{ name: 'refund', args: { cents: 5 }, outcome: { kind: 'result', content: 'paid' } }] },
              { text: 'Done.' },
            ],
          },
        ],
      },
    },
  ]);
});

test('an answer counts once, though it carries why it ended, and what is said twice counts twice', async () => {
  const call = { type: 'tool_call', id: 'c1', name: 'refund', arguments: { cents: 5 } };
  const asked = [text('user', 'Go on.')];
  const told = [
    ...asked,
    { role: 'assistant', parts: [{ ...call, arguments: '{"cents":5}' }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'paid' }] },
    text('user', 'Go on.'),
  ];
  const input = (messages: object[]): object => attribute('gen_ai.input.messages', JSON.stringify(messages));
  const output = (message: object): object =>
    attribute('gen_ai.output.messages', JSON.stringify([{ ...message, finish_reason: 'stop' }]));
  const inEvent = {
    ...(span('2', 'chat') as { attributes: object[] }),
    events: [{ name: 'gen_ai.client.inference.operation.details', attributes: [input(told), output(text('assistant', 'Done.'))] }],
  };
  const spans = [span('1', 'chat', input(asked), output({ role: 'assistant', parts: [call] })), inEvent];
  const rows = await rowsOf('finished.jsonl', JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
  expect(rows).toMatchObject([
    {
      run: {
        tools: ['refund'],
        chats: [
          { user: ['Go on.'], turns: [{ calls: [{ name: 'refund', args: { cents: 5 } }] }] },
          { user: ['Go on.'], turns: [{ text: 'Done.' }] },
        ],
      },
    },
  ]);
});

test('spans without captured content still tell which tools were called', async () => {
  const tool = span('1', 'execute_tool', attribute('gen_ai.tool.name', 'refund'), attribute('gen_ai.conversation.id', 'talk-7'));
  const rows = await rowsOf('bare.jsonl', `${JSON.stringify(tool)}\nnot json\n`);
  expect(rows).toMatchObject([
    { kind: 'unreadable', line: 2 },
    { kind: 'run', sessionId: 'talk-7', run: { tools: ['refund'] } },
  ]);
});

test('chat completions, packed or not, read alike and keep their line', async () => {
  const wire = JSON.stringify({
    messages: [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: '{"q":1}' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'found' },
    ],
  });
  const told = { kind: 'run', line: 2, isNamed: false, run: { tools: ['find'] } };
  const lines = `${recordedCall('other', {})}\n${wire}\n`;
  expect((await rowsOf('wire.jsonl', lines))[1]).toMatchObject(told);
  expect((await rowsOf('wire.jsonl.gz', gzipSync(lines)))[1]).toMatchObject(told);
});

test('a folder stands for the recordings in it and below, by the endings that they are written with', async () => {
  mkdirSync(join(folder, 'recorded/below'), { recursive: true });
  const files = ['a.jsonl', 'b.ndjson', 'below/c.json', 'below/d.jsonl.gz', 'below/notes.txt'];
  for (const file of files) {
    const line = `${recordedCall('find', {})}\n`;
    writeFileSync(join(folder, 'recorded', file), file.endsWith('.gz') ? gzipSync(line) : line);
  }
  const found = (await all('recorded')).map(({ file }) => file.slice(file.indexOf('recorded')));
  expect(found).toEqual(files.slice(0, -1).map((file) => `recorded/${file}`));
});

test('what record set aside is read with its folder, what was written first before the rest', async () => {
  mkdirSync(join(folder, 'aside'));
  const files = ['a.jsonl', 's.jsonl.10', 's.jsonl.2', 's.jsonl.1', 's.jsonl', 't.JSONL', 'u.jsonl.3.gz'];
  for (const file of [...files, 's.txt.1']) writeFileSync(join(folder, 'aside', file), `${recordedCall('find', {})}\n`);
  expect((await all('aside')).map(({ file }) => file)).toEqual(files.map((file) => `aside/${file}`));
});

test('an empty file and an absent one are refused', async () => {
  await expect(rowsOf('empty.jsonl', '')).rejects.toThrow(/^\[recording_empty\]/);
  await expect(all('absent.jsonl')).rejects.toThrow(/^\[recording_not_found\]/);
});

test('a span without a conversation belongs to the one that its trace names', async () => {
  const asked = attribute('gen_ai.input.messages', JSON.stringify([text('user', 'Refund it.')]));
  const spans = [
    span('1', 'chat', asked, attribute('gen_ai.conversation.id', 'talk-7')),
    span('2', 'execute_tool', attribute('gen_ai.tool.name', 'refund'), attribute('gen_ai.tool.call.id', 'c1')),
  ];
  const rows = await rowsOf('traces.jsonl', spans.map((each) => JSON.stringify(each)).join('\n'));
  expect(rows).toMatchObject([{ kind: 'run', sessionId: 'talk-7', run: { tools: ['refund'] } }]);
});

test.each([
  ['on one line', (exported: object) => JSON.stringify(exported)],
  ['over many lines', (exported: object) => JSON.stringify(exported, undefined, 2)],
  ['packed', (exported: object) => gzipSync(JSON.stringify(exported))],
])('an export of spans %s reads alike', async (_, written) => {
  const tool = span('1', 'execute_tool', attribute('gen_ai.tool.name', 'refund'));
  const exported = { resourceSpans: [{ scopeSpans: [{ spans: [tool] }] }] };
  expect(await rowsOf('export.json', written(exported))).toMatchObject([
    { kind: 'run', sessionId: 't1', run: { tools: ['refund'] } },
  ]);
});

test.each([
  ['a run', recordedCall('find', {})],
  ['an object of no known form', '{"messages":5}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['no list of resources', '{"resourceSpans":5}'],
  ['no resource', '{"resourceSpans":[null]}'],
  ['no list of spans', '{"resourceSpans":[{"scopeSpans":[{"spans":5}]}]}'],
  ['no attribute', '{"traceId":"a","attributes":[null]}'],
  ['no object of attributes', '{"traceId":"a","attributes":"x"}'],
  ['messages that are none', JSON.stringify(span('1', 'chat', attribute('gen_ai.input.messages', '[null]')))],
  ['messages that are cut', JSON.stringify(span('1', 'chat', attribute('gen_ai.input.messages', '[{"role":"us')))],
])('%s among spans is a row that cannot be read', async (_, odd) => {
  const of = (traceId: string): string =>
    JSON.stringify({ ...span('1', 'execute_tool', attribute('gen_ai.tool.name', 'refund')), traceId });
  const http = JSON.stringify({ traceId: 'web', startTimeUnixNano: '1', name: 'GET /' });
  const rows = await rowsOf('mixed.jsonl', [of('t2'), odd, http, of('t3')].join('\n'));
  const told = rows.map((row) => (row.kind === 'run' ? row.sessionId : row.line));
  expect(new Set(told)).toEqual(new Set([2, 't2', 't3']));
});

test('files in which no row can be read are refused with the first reason', async () => {
  await expect(rowsOf('junk.jsonl', Buffer.from([0, 255, 10, 1, 2, 10]))).rejects.toThrow(
    /^\[recording_unreadable\] junk\.jsonl holds 2 rows, none of which can be read: junk\.jsonl:1 /,
  );
  await expect(rowsOf('broken.json', '[{"messages":[')).rejects.toThrow(/holds one row, which cannot be read/);
});
