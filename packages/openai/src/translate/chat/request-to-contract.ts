import { KnownMessages, type Reading } from '@interpose/adapter-kit';
import type { Message, ModelRequest } from '@interpose/core';
import { frozenMessage } from '../content-to-contract.ts';
import { dictsOf, isDict, textOf, type Body, type Copy } from '../native.ts';
import { toolSpecs, type OfferedTool } from '../offered-tools.ts';
import { modelAndSettings } from '../settings.ts';
import {
  callNames,
  leadingSystemMessages,
  messageToContract,
  plainText,
} from './message-to-contract.ts';

/** Fields of a request that are no settings: they have a place of their own. */
const NO_SETTING: readonly string[] = ['messages', 'model', 'tools', 'stream'];

/**
 * What the model is about to be asked, from the body of `POST /chat/completions`. Leading system and developer
 * messages are the instructions; every message, part and tool remembers its native object.
 */
export function requestToContract(body: Body, copy: Copy, known?: KnownMessages): ModelRequest {
  const messages = dictsOf(body['messages']);
  const system = leadingSystemMessages(messages);
  const instructions = messages.slice(0, system).map(({ content }) => plainText(content));
  return {
    ...modelAndSettings(body, NO_SETTING, copy),
    ...(system === 0 ? undefined : { instructions: instructions.join('\n\n') }),
    messages: messagesToContract(body, copy, known),
    ...toolSpecs(body, offeredTools, copy, known),
  };
}

/** The messages of a request as a chat starts with them. */
export function messagesToContract(
  body: Body,
  copy: Copy,
  known: KnownMessages = new KnownMessages(),
): readonly Message[] {
  const messages = dictsOf(body['messages']);
  const names = callNames(messages);
  const reading: Reading<Body, Message> = {
    read: (message) => frozenMessage(messageToContract(message, names, copy)),
    // The name of the tool comes from another message.
    seen: (message) =>
      message['role'] === 'tool' ? [message, names.get(String(message['tool_call_id']))] : message,
  };
  return known.read(messages, reading, leadingSystemMessages(messages));
}

/** The tools of a request: whoever asks runs them all. */
export function offeredTools(body: Body): readonly OfferedTool[] {
  return dictsOf(body['tools']).map((native) => {
    const { description, parameters } = declaredTool(native);
    return {
      name: toolName(native),
      origin: 'local',
      description: textOf(description),
      inputSchema: parameters,
      native,
    };
  });
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
