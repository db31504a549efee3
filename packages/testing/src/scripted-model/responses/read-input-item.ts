import { ApiError, badRequest } from '../request/api-error.ts';
import { readToolName } from '../request/check-tools.ts';
import { describeCall } from '../script/describe-call.ts';
import { RequestField } from '../request/request-field.ts';
import type { ResponseStore } from './response-store.ts';

/** One checked input item of a responses request. */
export type InputItem =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'assistant'; readonly texts: readonly string[] }
  | { readonly kind: 'call'; readonly callId: string; readonly call: string }
  | { readonly kind: 'output'; readonly callId: string; readonly path: string }
  | { readonly kind: 'reasoning' }
  | { readonly kind: 'other' };

const otherTypes = [
  'additional_tools',
  'apply_patch_call',
  'apply_patch_call_output',
  'code_interpreter_call',
  'compaction',
  'compaction_trigger',
  'computer_call',
  'computer_call_output',
  'configuration_update',
  'file_search_call',
  'image_generation_call',
  'local_shell_call',
  'local_shell_call_output',
  'mcp_approval_request',
  'mcp_approval_response',
  'mcp_call',
  'mcp_list_tools',
  'program',
  'program_output',
  'shell_call',
  'shell_call_output',
  'tool_search_call',
  'tool_search_output',
  'web_search_call',
];
const inputParts = ['input_text', 'input_image', 'input_file', 'input_audio'];

/** Checks one item by the rules of its type; a reference is replaced by its item. */
export function readInputItem(
  item: RequestField,
  scripted: ReadonlySet<string>,
  store: ResponseStore,
): InputItem {
  const type = item.field('type').isAbsent ? 'message' : item.field('type').string();
  switch (type) {
    case 'message':
      return readMessage(item);
    case 'function_call':
      return readCall(item, 'arguments', scripted);
    case 'custom_tool_call':
      return readCall(item, 'input', scripted);
    case 'function_call_output':
    case 'custom_tool_call_output':
      readContent(item.field('output'), inputParts);
      return { kind: 'output', callId: item.field('call_id').string(), path: item.path };
    case 'item_reference':
      return readInputItem(resolve(item, store), scripted, store);
    case 'reasoning':
      for (const part of item.field('summary').list()) part.field('text').string();
      return { kind: 'reasoning' };
    default:
      item.field('type').oneOf(otherTypes);
      return { kind: 'other' };
  }
}

function readCall(item: RequestField, key: string, scripted: ReadonlySet<string>): InputItem {
  const name = readToolName(item.field('name'), scripted);
  const call = describeCall(name, item.field(key).string());
  return { kind: 'call', callId: item.field('call_id').string(), call };
}

function readMessage(item: RequestField): InputItem {
  const role = item.field('role').oneOf(['user', 'assistant', 'system', 'developer']);
  const content = item.field('content');
  if (role === 'assistant') {
    const texts = readContent(content, ['output_text', 'refusal']).filter((text) => text !== '');
    return { kind: 'assistant', texts: texts.length > 1 ? [...texts, texts.join('')] : texts };
  }
  const text = readContent(content, inputParts).join('');
  return role === 'user' ? { kind: 'user', text } : { kind: 'other' };
}

function readContent(content: RequestField, kinds: readonly string[]): string[] {
  if (!Array.isArray(content.value)) return [content.string()];
  return content.list().map((part) => {
    const type = part.field('type').oneOf(kinds);
    if (type === 'refusal') return part.field('refusal').string();
    return type.endsWith('_text') ? part.field('text').string() : '';
  });
}

function resolve(reference: RequestField, store: ResponseStore): RequestField {
  const id = reference.field('id').string();
  const item = store.item(id);
  if (item !== undefined) return new RequestField(item, reference.path);
  if (id === '')
    throw badRequest('An item reference needs an id.', `${reference.path}.id`, 'invalid_value');
  throw new ApiError(404, {
    message: `No item '${id}' is stored; send the item itself, or do not set 'store' to false.`,
    param: 'input',
  });
}
