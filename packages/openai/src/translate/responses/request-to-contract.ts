import type { KnownMessages } from '@interpose/adapter-kit';
import type { Message, Part } from '@interpose/core';
import { readContent, readResult } from '../content-to-contract.ts';
import { readNamed } from '../call-names.ts';
import { dictsOf, messagesIn, textOf, type Body, type Copy, type NameOfCall } from '../native.ts';
import { declaredIn, listedTools, type OfferedTool } from '../offered-tools.ts';
import { messageOrigins } from '../origins.ts';
import { runsAtService, readItem, RUN_BY_APP } from './message-to-contract.ts';

/** Returns the messages of a request as hooks see them: every item of the input is one. */
export function messagesToContract(
  body: Body,
  copy: Copy,
  known?: KnownMessages,
): readonly Message[] {
  const items = messagesIn(body['input']);
  return readNamed(known, items, (item, nameOf) => messageOfItem(item, nameOf, copy));
}

function isOutput({ type }: Body): boolean {
  return typeof type === 'string' && type.endsWith('_output');
}

function messageOfItem(item: Body, nameOf: NameOfCall, copy: Copy): Message {
  const { type, role } = item;
  if (type === undefined || type === 'message') return plainMessage(item, role);
  if (type === 'agent_message') return { role: 'assistant', content: readContent(item['content']) };
  if (!isOutput(item) && type !== 'mcp_approval_response')
    return { role: 'assistant', content: readItem(item, copy) };
  const part = isOutput(item) ? outputPart(item, nameOf, copy) : answerPart(item, nameOf);
  return { role: 'tool', content: [messageOrigins.remember(part, item)] };
}

function plainMessage(item: Body, role: unknown): Message {
  const content = readContent(item['content']);
  if (role === 'assistant') return { role, content };
  return { role: role === 'system' || role === 'developer' ? 'system' : 'user', content };
}

/** Returns a person's reason for the answer to an MCP approval request. The yes or no is no text for hooks. */
function answerPart(item: Body, nameOf: NameOfCall): Part {
  const [id, reason] = [textOf(item['approval_request_id']) ?? '', textOf(item['reason'])];
  if (!reason) return { type: 'other', kind: 'mcp_approval_response' };
  return { type: 'tool-result', id, name: nameOf(id) ?? '', result: reason };
}

function outputPart(item: Body, nameOf: NameOfCall, copy: Copy): Part {
  const id = textOf(item['call_id']) ?? '';
  const { output = item['result'] } = item; // A program has `result` instead.
  return { type: 'tool-result', id, name: nameOf(id) ?? '', result: readResult(output, copy) };
}

/** Returns the tools of a request, including those that items of its input add, and who runs each. */
export function offeredTools({ tools, input }: Body): readonly OfferedTool[] {
  const lists = [tools, ...dictsOf(input).map((item) => item['tools'])];
  return lists
    .flatMap((list) => listedTools(list))
    .map(({ native, namespace }) => ({
      name: nameOfTool(native),
      origin: originOfTool(native),
      ...declaredIn(native, namespace),
      native,
    }));
}

/**
 * Returns the name that the calls of a tool have: a function's name, a server's label, or the kind of a tool of the
 * provider. A preview of a tool has the name of the tool.
 */
export function nameOfTool(tool: Body): string {
  return textOf(tool['name']) ?? textOf(tool['server_label']) ?? kindOf(tool) ?? '';
}

const OF_APP: ReadonlySet<unknown> = new Set(['function', 'custom', ...RUN_BY_APP]);

function originOfTool(tool: Body): OfferedTool['origin'] {
  const kind = kindOf(tool);
  if (OF_APP.has(kind) && !runsAtService(tool)) return 'local';
  return kind === 'mcp' ? 'mcp' : 'provider';
}

function kindOf({ type }: Body): string | undefined {
  const kind = textOf(type)?.replace(/_preview.*$/, '');
  return kind === 'computer_use' ? 'computer' : kind;
}
