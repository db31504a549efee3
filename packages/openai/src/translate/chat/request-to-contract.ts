import type { Dict, Message, ModelRequest, ModelResponse, ToolSpec, Usage } from '@interpose/core';
import { citationsOf } from '../citations.ts';
import {
  answerContent,
  callNames,
  leadingSystemMessages,
  messageToContract,
  plainText,
} from './message-to-contract.ts';
import { dictsOf, isDict, textOf, type Body, type Copy } from '../native.ts';
import { toolOrigins } from '../origins.ts';

/** Fields of a request that are no settings: they have a place of their own. */
const NO_SETTING: ReadonlySet<string> = new Set(['messages', 'model', 'tools', 'stream']);

/**
 * What the model is about to be asked, from the body of `POST /chat/completions`. Leading system and developer
 * messages are the instructions; every message, part and tool remembers its native object.
 */
export function requestToContract(body: Body, copy: Copy): ModelRequest {
  const messages = dictsOf(body['messages']);
  const system = leadingSystemMessages(messages);
  const names = callNames(messages);
  const instructions = messages.slice(0, system).map(({ content }) => plainText(content));
  return {
    ...modelOf(body),
    ...(system === 0 ? undefined : { instructions: instructions.join('\n\n') }),
    messages: messages.slice(system).map((message) => messageToContract(message, names, copy)),
    ...(body['tools'] === undefined ? undefined : { tools: toolsOf(body, copy) }),
    settings: settingsOf(body, NO_SETTING, copy),
  };
}

/** The model a request names. */
export function modelOf(body: Body): { readonly model?: string } {
  const model = textOf(body['model']);
  return model === undefined ? {} : { model };
}

/** Every field but these, as the wire names them. */
export function settingsOf(body: Body, without: ReadonlySet<string>, copy: Copy): Dict {
  const names = Object.keys(body).filter((name) => body[name] !== undefined && !without.has(name));
  return Object.fromEntries(names.map((name) => [name, copy(body[name])]));
}

/** The messages of a request as a chat starts with them. */
export function messagesToContract(list: unknown, copy: Copy): readonly Message[] {
  const messages = dictsOf(list);
  const names = callNames(messages);
  return messages
    .slice(leadingSystemMessages(messages))
    .map((message) => messageToContract(message, names, copy));
}

function toolsOf(body: Body, copy: Copy): ToolSpec[] {
  return dictsOf(body['tools']).map((tool) => toolOrigins.remember(toolSpec(tool, copy), tool));
}

function toolSpec(tool: Body, copy: Copy): ToolSpec {
  const declared = declaredTool(tool);
  const description = textOf(declared['description']);
  return {
    name: toolName(tool),
    origin: 'local',
    ...(description === undefined ? undefined : { description }),
    ...(declared['parameters'] === undefined
      ? undefined
      : { inputSchema: copy(declared['parameters']) }),
  };
}

/** What a tool on offer declares, whichever of the two kinds it is. */
export function declaredTool(tool: Body): Body {
  const declared = tool[tool['type'] === 'custom' ? 'custom' : 'function'];
  return isDict(declared) ? declared : {};
}

/** The name the model calls a tool by. */
export function toolName(tool: Body): string {
  return textOf(declaredTool(tool)['name']) ?? '';
}

/** What the model answered, from a `chat.completion`; the parts of every choice in order. */
export function responseToContract(completion: Body, copy: Copy): ModelResponse {
  const choices = dictsOf(completion['choices']);
  const content = choices.flatMap(({ message }) =>
    isDict(message) ? answerContent(message, copy) : [],
  );
  const usage = usageToContract(completion['usage']);
  return {
    content,
    ...citationsOf(
      choices.flatMap(({ message }) => (isDict(message) ? dictsOf(message['annotations']) : [])),
    ),
    finishReason: finishWord(choices[0]),
    ...(usage === undefined ? undefined : { usage }),
  };
}

const FINISH_WORDS: Readonly<Record<string, string>> = {
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
};

/** The contract's word for why a model stopped; a refusal of the model itself is one too. */
export function finishWord(choice: Body | undefined): string {
  const message = choice?.['message'];
  if (isDict(message) && textOf(message['refusal'])) return 'content-filter';
  const reason = textOf(choice?.['finish_reason']) ?? 'stop';
  return FINISH_WORDS[reason] ?? reason;
}

/** Tokens in and out, in the words of either interface. */
export function usageToContract(usage: unknown): Usage | undefined {
  if (!isDict(usage)) return undefined;
  const inputTokens = usage['prompt_tokens'] ?? usage['input_tokens'];
  const outputTokens = usage['completion_tokens'] ?? usage['output_tokens'];
  return {
    ...(typeof inputTokens === 'number' ? { inputTokens } : undefined),
    ...(typeof outputTokens === 'number' ? { outputTokens } : undefined),
  };
}
