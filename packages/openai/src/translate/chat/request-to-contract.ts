import { spokenBy, type KnownMessages } from '@interpose/adapter-kit';
import type { Message } from '@interpose/core';
import { readNamed } from '../call-names.ts';
import { dictsOf, isDict, messagesIn, textOf, type Body, type Copy } from '../native.ts';
import { declaredIn, type OfferedTool } from '../offered-tools.ts';
import {
  kindOf,
  leadingSystemMessages,
  messageToContract,
  plainText,
} from './message-to-contract.ts';

/** What the leading system and developer messages of `POST /chat/completions` say. */
export function instructionsOf(body: Body): string | undefined {
  const messages = messagesIn(body['messages']);
  const system = messages.slice(0, leadingSystemMessages(messages));
  if (system.length === 0) return undefined;
  return system.map((each) => spokenBy(each['name'], plainText(each['content']))).join('\n\n');
}

/** The messages of a request as a chat starts with them. */
export function messagesToContract(
  body: Body,
  copy: Copy,
  known?: KnownMessages,
): readonly Message[] {
  const messages = messagesIn(body['messages']);
  const from = leadingSystemMessages(messages);
  return readNamed(
    known,
    messages,
    (message, nameOf) => messageToContract(message, nameOf, copy),
    from,
  );
}

/** What stands for the search that a request asks for in a setting: the provider runs it. */
export const WEB_SEARCH: Body = { type: 'web_search' };

/** The tools of a request, those in the older form too: whoever asks runs them all, but for a search of the provider. */
export function offeredTools(body: Body): readonly OfferedTool[] {
  const { tools, functions, web_search_options: search } = body;
  const natives = [...dictsOf(tools), ...dictsOf(functions), ...(search ? [WEB_SEARCH] : [])];
  return natives.map((native) => ({
    name: toolName(native),
    origin: native === WEB_SEARCH ? 'provider' : 'local',
    ...declaredIn(declaredTool(native)),
    native,
  }));
}

/** What a tool on offer declares, whichever of the kinds it is. */
export function declaredTool(tool: Body): Body {
  if (isOlder(tool)) return tool;
  const declared = tool[kindOf(tool)];
  return isDict(declared) ? declared : {};
}

/** True for a function as it was offered before there were tools. */
export function isOlder({ type, function: declared }: Body): boolean {
  return type === undefined && declared === undefined;
}

/** The name the model calls a tool by. */
export function toolName(tool: Body): string {
  return tool === WEB_SEARCH ? 'web_search' : (textOf(declaredTool(tool)['name']) ?? '');
}
