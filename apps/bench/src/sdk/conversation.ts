import type { ModelMessage } from 'ai';

/** A conversation of this many messages: rounds of a question, a tool call with its result, and an answer; then one more question. */
export function conversation(count: number): ModelMessage[] {
  const before = Array.from({ length: count - 1 }, (_, index) => messageAt(index));
  return [...before, { role: 'user', content: 'What is the weather in Lisbon?' }];
}

function messageAt(index: number): ModelMessage {
  const text = `${index} `.padEnd(200, 'history ');
  const call = { toolCallId: `past-${index >> 2}`, toolName: 'weather' };
  switch (index % 4) {
    case 0:
      return { role: 'user', content: text };
    case 1: {
      const input = { city: `city ${index}` };
      return {
        role: 'assistant',
        content: [
          { type: 'text', text },
          { type: 'tool-call', ...call, input },
        ],
      };
    }
    case 2: {
      const value = { city: `city ${index - 1}`, sky: 'sunny' };
      return {
        role: 'tool',
        content: [{ type: 'tool-result', ...call, output: { type: 'json', value } }],
      };
    }
    default:
      return { role: 'assistant', content: [{ type: 'text', text }] };
  }
}
