import type { Message, ModelRequest, ModelResponse, Part, ToolSpec } from '@interpose/core';
import { readContent } from '../content-to-contract.ts';
import { citationsOf } from '../citations.ts';
import { dictsOf, isDict, textOf, type Body, type Copy } from '../native.ts';
import { messageOrigins, toolOrigins } from '../origins.ts';
import { isInContainer, readItem } from './items.ts';
import { modelOf, settingsOf, usageToContract } from '../chat/request-to-contract.ts';

const NO_SETTING: ReadonlySet<string> = new Set([
  'input',
  'instructions',
  'model',
  'tools',
  'stream',
]);

/** What the model is about to be asked, from the body of `POST /responses`; every item is a message that remembers it. */
export function requestOfResponses(body: Body, copy: Copy): ModelRequest {
  const instructions = textOf(body['instructions']);
  return {
    ...modelOf(body),
    ...(instructions === undefined ? undefined : { instructions }),
    messages: messagesOfInput(body['input'], copy),
    ...(body['tools'] === undefined ? undefined : { tools: specsOf(body, copy) }),
    settings: settingsOf(body, NO_SETTING, copy),
  };
}

/** The items of an input; a plain text is a message of the user. */
export function inputItems(input: unknown): readonly Body[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : dictsOf(input);
}

/** The messages of an input. */
export function messagesOfInput(input: unknown, copy: Copy): readonly Message[] {
  const items = inputItems(input);
  const names = new Map(items.map((item) => [item['call_id'], textOf(item['name']) ?? '']));
  return items.map((item) => messageOrigins.remember(messageOfItem(item, names, copy), item));
}

function messageOfItem(item: Body, names: ReadonlyMap<unknown, string>, copy: Copy): Message {
  const { type, role } = item;
  if (type === undefined || type === 'message') return plainMessage(item, role);
  if (typeof type === 'string' && type.endsWith('_output'))
    return {
      role: 'tool',
      content: [messageOrigins.remember(outputPart(item, names, copy), item)],
    };
  if (type === 'mcp_approval_response')
    return {
      role: 'tool',
      content: [messageOrigins.remember<Part>({ type: 'other', kind: type }, item)],
    };
  return { role: 'assistant', content: readItem(item, copy) };
}

function plainMessage(item: Body, role: unknown): Message {
  const content = readContent(item['content']);
  if (role === 'assistant') return { role, content };
  return { role: role === 'system' || role === 'developer' ? 'system' : 'user', content };
}

function outputPart(item: Body, names: ReadonlyMap<unknown, string>, copy: Copy): Part {
  const id = textOf(item['call_id']) ?? '';
  const { output } = item;
  const text = Array.isArray(output) ? textOfPieces(output) : undefined;
  return { type: 'tool-result', id, name: names.get(id) ?? '', result: text ?? copy(output) };
}

/** The text of an output in pieces; undefined where it holds more than text. */
function textOfPieces(output: unknown): string | undefined {
  const parts = readContent(output);
  return parts.every(({ type }) => type === 'text')
    ? parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    : undefined;
}

function specsOf(body: Body, copy: Copy): ToolSpec[] {
  return dictsOf(body['tools']).map((tool) => toolOrigins.remember(specOf(tool, copy), tool));
}

function specOf(tool: Body, copy: Copy): ToolSpec {
  const description = textOf(tool['description']);
  return {
    name: nameOfTool(tool),
    origin: originOfTool(tool),
    ...(description === undefined ? undefined : { description }),
    ...(tool['parameters'] === undefined ? undefined : { inputSchema: copy(tool['parameters']) }),
  };
}

/**
 * A function by its name, a server by its label, a tool of the provider by its kind, as calls of it are named: a
 * preview of a tool has the name of the tool.
 */
export function nameOfTool(tool: Body): string {
  const kind = textOf(tool['type'])?.replace(/_preview.*$/, '');
  const named = kind === 'computer_use' ? 'computer' : kind;
  return textOf(tool['name']) ?? textOf(tool['server_label']) ?? named ?? '';
}

const OF_APP: ReadonlySet<unknown> = new Set([
  'function',
  'custom',
  'local_shell',
  'shell',
  'apply_patch',
  'computer',
  'computer_use',
  'computer_use_preview',
]);

/** Who runs a tool on offer. */
export function originOfTool(tool: Body): 'local' | 'provider' | 'mcp' {
  const { type } = tool;
  if (OF_APP.has(type) && !isInContainer(tool)) return 'local';
  return type === 'mcp' ? 'mcp' : 'provider';
}

/** What the model answered, from a `response`. */
export function responseOfResponses(response: Body, copy: Copy): ModelResponse {
  const content = dictsOf(response['output']).flatMap((item) => readItem(item, copy));
  const usage = usageToContract(response['usage']);
  return {
    content,
    ...citationsOf(
      dictsOf(response['output']).flatMap((item) =>
        dictsOf(item['content']).flatMap((part) => dictsOf(part['annotations'])),
      ),
    ),
    finishReason: finishOfResponse(response),
    ...(usage === undefined ? undefined : { usage }),
  };
}

/** The contract's word for why a response ended. */
export function finishOfResponse(response: Body): string {
  const { status, incomplete_details: details } = response;
  if (status === 'failed' || status === 'cancelled') return 'error';
  if (status === 'incomplete') {
    const reason = isDict(details) ? details['reason'] : undefined;
    return reason === 'content_filter' ? 'content-filter' : 'length';
  }
  const items = dictsOf(response['output']);
  const isRefusal = items.some(({ content }) =>
    dictsOf(content).some(({ type }) => type === 'refusal'),
  );
  if (isRefusal) return 'content-filter';
  const calls = items.some(({ type }) => type === 'function_call' || type === 'custom_tool_call');
  return calls ? 'tool-calls' : 'stop';
}
