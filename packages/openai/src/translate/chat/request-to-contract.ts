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

/** Returns the text of the leading system and developer messages of `POST /chat/completions`. */
export function instructionsOf(body: Body): string | undefined {
  const messages = messagesIn(body['messages']);
  const system = messages.slice(0, leadingSystemMessages(messages));
  if (system.length === 0) return undefined;
  return system.map((each) => spokenBy(each['name'], plainText(each['content']))).join('\n\n');
}

/** Returns the messages of a request as hooks see them, without the leading instructions. */
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

/** The tool for the web search that a request asks for in `web_search_options`; the provider runs it. */
export const WEB_SEARCH: Body = { type: 'web_search' };

/** Returns the tools of a request, with those in the older form. The app runs all of them except a web search. */
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

/** Returns the declaration of a tool, whichever kind it is. */
export function declaredTool(tool: Body): Body {
  if (isOlder(tool)) return tool;
  const declared = tool[kindOf(tool)];
  return isDict(declared) ? declared : {};
}

/** Whether a tool has the older form of the `functions` list. */
export function isOlder({ type, function: declared }: Body): boolean {
  return type === undefined && declared === undefined;
}

/** Returns the name by which the model calls a tool. */
export function toolName(tool: Body): string {
  return tool === WEB_SEARCH ? 'web_search' : (textOf(declaredTool(tool)['name']) ?? '');
}
