import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestFromContract, responseFromContract } from './from-contract.ts';
import { isDict, type NativeModel } from './native.ts';
import { requestToContract, responseToContract } from './to-contract.ts';

const text = fc.string();
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('reasoning'), reasoning: text }),
  fc.record({ type: fc.constant('image_url'), image_url: fc.record({ url: fc.webUrl() }) }),
  fc.record({ type: fc.constant('guard_content'), value: text }),
);
const content = fc.oneof(text, fc.array(block, { maxLength: 4 })) as fc.Arbitrary<string>;
const call = fc.record({
  type: fc.constant('tool_call' as const),
  id: fc.uuid(),
  name: fc.string({ minLength: 1 }),
  args: fc.dictionary(fc.string(), fc.jsonValue()),
});
const answer = fc
  .record({ content, tool_calls: fc.array(call, { maxLength: 3 }) })
  .map((fields) => new AIMessage(fields));
const message: fc.Arbitrary<BaseMessage> = fc.oneof(
  content.map((said) => new HumanMessage(said)),
  text.map((said) => new SystemMessage(said)),
  answer,
  content.map((said) => new ToolMessage({ content: said, tool_call_id: 'c1', name: 'search' })),
);

const model = { _llmType: () => 'none', model: 'm' } as unknown as NativeModel; // only its name is read
const reading = { model, copy: <T>(value: T) => value, factsOf: () => undefined };

describe('a round trip without a change', () => {
  it('gives every native message and tool itself', () => {
    const tools = fc.array(fc.record({ type: fc.constant('function'), name: text }));
    fc.assert(
      fc.property(fc.array(message), tools, (messages, offered) => {
        const native = { messages, options: { tools: offered, temperature: 1 } };
        const read = requestToContract(native, reading);
        const copied = { ...read, messages: [...read.messages], tools: [...(read.tools ?? [])] };
        const back = requestFromContract(copied, read, native);
        expect(back.messages.every((each, index) => each === messages[index])).toBe(true);
        expect(back.options.tools?.every((each, index) => each === offered[index])).toBe(true);
        expect(back.options['temperature']).toBe(1);
      }),
    );
  });

  it('gives every native block of an answer itself, and its calls as they were', () => {
    fc.assert(
      fc.property(answer, (native) => {
        const read = responseToContract(native, undefined, reading.copy, () => []);
        const back = responseFromContract({ ...read, content: [...read.content] }, native);
        const own: readonly unknown[] = Array.isArray(native.content) ? native.content : [];
        const blocks: readonly unknown[] = Array.isArray(back.content) ? back.content : [];
        expect(blocks.filter(isDict).every((each) => own.includes(each))).toBe(true);
        expect(back.text).toBe(native.text);
        expect(back.tool_calls).toEqual(native.tool_calls);
      }),
    );
  });
});
