import { badRequest } from '../request/api-error.ts';
import { checkParameters } from '../request/check-parameters.ts';
import { checkTools } from '../request/check-tools.ts';
import type { ConversationItem } from '../script/conversation.ts';
import type { ModelRequest } from '../model-request.ts';
import { RequestField } from '../request/request-field.ts';
import { readInputItem, type InputItem } from './read-input-item.ts';
import type { ResponseStore } from './response-store.ts';

type Json = Readonly<Record<string, unknown>>;
type AssistantTurn = ConversationItem & { role: 'assistant' };

const parameters = [
  'access_programs',
  'background',
  'context_management',
  'conversation',
  'image',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'moderation',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
];

/** A responses request with all its items, including those of the response it continues. */
export interface ResponsesRequest extends ModelRequest {
  readonly items: readonly Json[];
}

/** Checks the body of `POST /responses` (openai 7.59) and reads the conversation from it. */
export function readResponsesRequest(
  body: RequestField,
  scripted: ReadonlySet<string>,
  store: ResponseStore,
): ResponsesRequest {
  checkParameters(body, parameters);
  if (!body.field('instructions').isAbsent && !Array.isArray(body.field('instructions').value)) {
    body.field('instructions').string();
  }
  checkTools(body, { nested: false, scripted });
  checkFormat(body);
  const earlier = readEarlier(body.field('previous_response_id'), store);
  const input = readInput(body);
  const read = [...earlier, ...input].map((item) => readInputItem(item, scripted, store));
  checkOutputs(read);
  return {
    model: body.field('model').string(),
    isStreamed: body.field('stream').value === true,
    conversation: groupTurns(read),
    prompt: body.record()['input'],
    body: body.record(),
    items: [...earlier, ...input].map((item) => item.record()),
  };
}

function checkFormat(body: RequestField): void {
  if (body.field('text').isAbsent || body.field('text').field('format').isAbsent) return;
  const format = body.field('text').field('format');
  if (format.field('type').oneOf(['text', 'json_object', 'json_schema']) !== 'json_schema') return;
  format.field('name').string();
  format.field('schema').record();
}

function readEarlier(id: RequestField, store: ResponseStore): readonly RequestField[] {
  if (id.isAbsent) return [];
  const items = store.response(id.string());
  if (items !== undefined) return items.map((item) => new RequestField(item, 'input'));
  const message = `No response '${id.string()}' is stored in this chat.`;
  throw badRequest(message, 'previous_response_id', 'previous_response_not_found');
}

function readInput(body: RequestField): readonly RequestField[] {
  const input = body.field('input');
  if (typeof input.value === 'string') {
    return [new RequestField({ role: 'user', content: input.value }, 'input')];
  }
  if (input.isAbsent && !body.field('previous_response_id').isAbsent) return [];
  return input.filledList();
}

function checkOutputs(items: readonly InputItem[]): void {
  const called = new Set<string>();
  const open = new Map<string, number>();
  for (const item of items) {
    if (item.kind === 'call') {
      called.add(item.callId);
      open.set(item.callId, (open.get(item.callId) ?? 0) + 1);
    } else if (item.kind === 'output') {
      if (!called.has(item.callId)) {
        const message = `The output answers call '${item.callId}', which no item before it makes.`;
        throw badRequest(message, 'input', null);
      }
      open.set(item.callId, (open.get(item.callId) ?? 0) - 1);
    }
  }
  const unanswered = [...open].filter(([, count]) => count > 0).map(([callId]) => callId);
  if (unanswered.length === 0) return;
  throw badRequest(`These calls have no output: ${unanswered.join(', ')}.`, 'input', null);
}

const nothing: AssistantTurn = { role: 'assistant', texts: [], callIds: [], calls: [] };

/** Groups items into turns: a message and the calls directly after it are one turn. */
function groupTurns(items: readonly InputItem[]): readonly ConversationItem[] {
  const turns: ConversationItem[] = [];
  let open: AssistantTurn | undefined;
  for (const item of items) {
    if (item.kind === 'call') {
      if (open !== undefined) turns.pop();
      const turn = addCall(open ?? nothing, item);
      turns.push(turn);
      open = turn;
    } else if (item.kind === 'assistant') {
      const turn = { ...nothing, texts: item.texts };
      turns.push(turn);
      open = turn;
    } else {
      open = undefined;
      if (item.kind === 'user') turns.push({ role: 'user', text: item.text });
    }
  }
  return turns;
}

function addCall(
  turn: AssistantTurn,
  { callId, call }: InputItem & { kind: 'call' },
): AssistantTurn {
  return { ...turn, callIds: [...turn.callIds, callId], calls: [...turn.calls, call] };
}
