import { Usage, type ModelRequest } from '@openai/agents-core';
import { array, assert, constant, oneof, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { mapText } from '@interpose/core';

import { requestFromContract, responseFromContract } from './from-contract.ts';
import { requestToContract, responseToContract } from './to-contract.ts';

const text = string();
const said = record({
  type: constant('message'),
  role: constant('assistant'),
  status: constant('completed'),
  id: text,
  content: array(record({ type: constant('output_text'), text }), { maxLength: 3 }),
});
const called = record({
  type: constant('function_call'),
  callId: text,
  name: text,
  arguments: oneof(text, constant('{"q":1}')),
  status: constant('completed'),
});
const thought = record({
  type: constant('reasoning'),
  content: array(record({ type: constant('input_text'), text }), { maxLength: 2 }),
});
const asked = record({
  role: constant('user'),
  content: oneof(
    text,
    array(
      oneof(
        record({ type: constant('input_text'), text }),
        record({ type: constant('input_image'), image: constant('data:image/png;base64,aGk=') }),
        record({ type: constant('input_file'), file: record({ id: text }) }),
      ),
    ),
  ),
});
const answered = record({
  type: constant('function_call_result'),
  callId: text,
  name: text,
  status: constant('completed'),
  output: oneof(text, record({ type: constant('text'), text })),
});
const unknown = record({ type: constant('compaction'), encrypted_content: text });

const items = array(oneof(asked, said, called, answered, thought, unknown));
const output = array(oneof(said, called, thought));
const same = <T>(value: T): T => value;

function requestOf(input: readonly object[]): ModelRequest {
  const request = { input, modelSettings: {}, tools: [], handoffs: [], outputType: 'text' };
  // Made of the SDK's own items; their union is wider than what the generator names.
  return { ...request, tracing: false } as object as ModelRequest;
}

const reading = { model: undefined, copy: same, factsOf: () => undefined };

describe('what hooks left alone goes back as the very object of the SDK', () => {
  test('in a request whose list of messages is another', () => {
    assert(
      property(items, (input) => {
        const request = requestOf(input);
        const read = requestToContract(request, reading);
        const written = requestFromContract(
          { ...read, messages: [...read.messages] },
          read,
          request,
        );
        expect(written.input).toHaveLength(input.length);
        for (const [index, item] of input.entries()) expect(written.input[index]).toBe(item);
      }),
    );
  });

  test('in an answer whose list of parts is another', () => {
    const sdk = { Usage } as Parameters<typeof responseFromContract>[2];
    assert(
      property(output, (given) => {
        const filled = given.filter((item) => !('content' in item) || item.content.length > 0);
        const native = { usage: new Usage(), output: filled } as object as Parameters<
          typeof responseToContract
        >[0];
        const read = responseToContract(native, same);
        const written = responseFromContract({ ...read, content: [...read.content] }, native, sdk);
        expect(written.usage).toBe(native.usage);
        for (const [index, item] of written.output.entries()) expect(item).toBe(filled[index]);
      }),
    );
  });

  test('and a changed text changes nothing else', () => {
    const first = { role: 'user', content: [{ type: 'input_text', text: 'hi' }] };
    const second = { role: 'user', content: 'my card' };
    const request = requestOf([first, second]);
    const read = requestToContract(request, reading);
    const messages = read.messages.map((message, index) =>
      index === 1 ? mapText(message, () => '[card]') : message,
    );
    const written = requestFromContract({ ...read, messages }, read, request);
    expect(written.input[0]).toBe(first);
    expect(written.input[1]).toEqual({ role: 'user', content: '[card]' });
  });
});
