import type { Message, ModelRequest, ModelResponse, Tool, ToolCall } from '../src/index.ts';

/** A tool that exists and may run. */
export const TOOL: Tool = Object.freeze({
  name: 'refund',
  origin: 'local',
  known: true,
  enabled: true,
});

/** A call of that tool. */
export function sampleCall(args: ToolCall['args'] = { cents: 100 }, id = 'call-1'): ToolCall {
  return { id, name: TOOL.name, args };
}

/** A message of this role with one text part. */
export function textMessage(text: string, role: Message['role'] = 'user'): Message {
  return { role, content: [{ type: 'text', text }] };
}

/** A request with one user message. */
export function sampleRequest(text = 'hello'): ModelRequest {
  return { model: 'm', messages: [textMessage(text)] };
}

/** A response of one text part that ends a chat. */
export function textResponse(text: string): ModelResponse {
  return { content: [{ type: 'text', text }], finishReason: 'stop' };
}
