import type { ModelRequest, ToolSpec } from '@interpose/core';
import { writeMessages } from '../content-from-contract.ts';
import { isDict, messagesIn, textOf, type Body } from '../native.ts';
import { offering, redeclared } from '../offered-tools.ts';
import { writers } from './message-from-contract.ts';
import { kindOf, leadingSystemMessages } from './message-to-contract.ts';
import { declaredTool, isOlder, toolName, WEB_SEARCH } from './request-to-contract.ts';

/** Returns the request with only these tools on offer, each in the form that it has. */
export function offeringTools(body: Body, tools: readonly Body[]): Body {
  const {
    functions: _functions,
    function_call: choice,
    web_search_options: search,
    ...rest
  } = body;
  const older = tools.filter(isOlder);
  const others = tools.filter((tool) => tool !== WEB_SEARCH && !isOlder(tool));
  const searches = search !== undefined && tools.includes(WEB_SEARCH);
  const chooses = isDict(choice)
    ? older.some((tool) => toolName(tool) === choice['name'])
    : choice !== undefined;
  return {
    ...offering(rest, others, isChosen),
    ...(older.length === 0 ? undefined : { functions: older }),
    ...(older.length > 0 && chooses ? { function_call: choice } : undefined),
    ...(searches ? { web_search_options: search } : undefined),
  };
}

function isChosen(choice: Body, tool: Body): boolean {
  const named = textOf(declaredTool(choice)['name']) ?? textOf(choice['name']);
  return named === undefined || [toolName(tool), tool['name']].includes(named);
}

/** Returns the messages of a changed request, with its instructions first. */
export function changedMessages(
  changed: ModelRequest,
  original: ModelRequest,
  body: Body,
): { readonly messages: readonly Body[] } {
  const messages = messagesIn(body['messages']);
  const system = leadingSystemMessages(messages);
  const head =
    changed.instructions === original.instructions
      ? messages.slice(0, system)
      : instructionMessages(changed.instructions, messages[0]);
  if (changed.messages === original.messages)
    return { messages: [...head, ...messages.slice(system)] };
  const written = changed.messages.flatMap((message, index) =>
    writeMessages(message, messages[system + index], writers),
  );
  return { messages: [...head, ...written] };
}

function instructionMessages(
  text: string | undefined,
  replaced: Body | undefined,
): readonly Body[] {
  if (text === undefined || text === '') return [];
  const role = replaced?.['role'] === 'developer' ? 'developer' : 'system';
  return [{ role, content: text }];
}

/** Returns the native tool for a spec that hooks made or changed, in the form of the tool that it replaces. */
export function writeTool(spec: ToolSpec, like: Body | undefined): Body {
  if (like === WEB_SEARCH) return like;
  const { name } = spec;
  if (like === undefined) return { type: 'function', function: redeclared(spec, { name }) };
  const declared = redeclared(spec, declaredTool(like));
  return isOlder(like) ? declared : { ...like, [kindOf(like)]: declared };
}
