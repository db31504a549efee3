import type { ModelResponse, Part, ToolCall } from '@interpose/core';
import { gateToolCall } from '@interpose/core/adapter';
import type { PreparedCall } from './model-call.ts';
import { ranAtProvider } from './response-items.ts';
import { describeTool } from './runnable-tool.ts';

type CallPart = Extract<Part, { type: 'tool-call' }>;

/**
 * Gates the calls of an answer that the app itself will run: one that is denied is taken out of the answer, one that is
 * changed stands changed in it. An answer without any call left says why. The same response comes back unchanged.
 */
export async function adviseCalls(
  call: PreparedCall,
  response: ModelResponse,
): Promise<ModelResponse> {
  if (!advises(call)) return response;
  const content: Part[] = [];
  const denials: string[] = [];
  for (const [index, part] of response.content.entries()) {
    const isCall = part.type === 'tool-call' && !ranAtProvider(part);
    const advised = isCall ? await advise(call, part, index) : part;
    if (typeof advised === 'string') denials.push(advised);
    else content.push(advised);
  }
  const same = content.every((part, index) => part === response.content[index]);
  if (same && content.length === response.content.length) return response;
  if (content.length === 0) content.push({ type: 'text', text: denials.join('\n') });
  return { ...response, content };
}

/** Nobody else gates the calls of a single request. */
export function advises({ run, chat }: PreparedCall): boolean {
  return run.endsWith !== 'runner' && chat.listens('preToolCall');
}

/** The part as the hooks left it, or why it may not run. */
async function advise(
  { chat, run, dialect, body }: PreparedCall,
  part: CallPart,
  index: number,
): Promise<Part | string> {
  const { id, name, args } = part;
  const call: ToolCall = { id, name, args };
  if (!run.hooks.scopes.isEnabled(name) || run.notes.absent.has(name))
    return `The tool ${name} is disabled.`;
  // What the app has, only the app knows: what it did not offer it may run all the same.
  const offered = dialect.offered(body).find((tool) => tool.name === name);
  const gate = await gateToolCall(chat, {
    call,
    index,
    tool: describeTool(name, offered ?? { description: undefined }, run.hooks),
    run: () => undefined,
    native: part,
  });
  if (gate.kind === 'denied') return gate.text;
  return gate.kind === 'run' && gate.call !== call ? { ...part, ...gate.call } : part;
}
