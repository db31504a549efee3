import { badRequest } from '../request/api-error.ts';
import { checkParameters } from '../request/check-parameters.ts';
import { checkTools } from '../request/check-tools.ts';
import type { ModelRequest } from '../model-request.ts';
import type { RequestField } from '../request/request-field.ts';
import { checkCallsAnswered } from './check-calls-answered.ts';
import { readMessage } from './read-message.ts';

const parameters = [
  'messages',
  'model',
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'metadata',
  'modalities',
  'moderation',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
];

/** Checks the body of `POST /chat/completions` (openai 7.59) and reads the conversation from it. */
export function readChatRequest(body: RequestField, scripted: ReadonlySet<string>): ModelRequest {
  checkParameters(body, parameters);
  const messages = body.field('messages').filledList();
  const read = messages.map((message) => readMessage(message, scripted));
  checkCallsAnswered(read);
  checkTools(body, { nested: true, scripted });
  checkFormat(body.field('response_format'));
  if (!body.field('n').isAbsent && body.field('n').number(1, 128) > 1) {
    throw badRequest('The scripted model gives one choice; leave out n.', 'n', 'unsupported_value');
  }
  return {
    model: body.field('model').string(),
    isStreamed: body.field('stream').value === true,
    conversation: read.flatMap(({ item }) => (item === undefined ? [] : [item])),
    prompt: body.record()['messages'],
    body: body.record(),
  };
}

function checkFormat(format: RequestField): void {
  if (format.isAbsent) return;
  const type = format.field('type').oneOf(['text', 'json_object', 'json_schema']);
  if (type !== 'json_schema') return;
  format.field('json_schema').field('name').string();
  if (!format.field('json_schema').field('schema').isAbsent) {
    format.field('json_schema').field('schema').record();
  }
}
