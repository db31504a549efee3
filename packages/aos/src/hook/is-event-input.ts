import type { Dict } from '@interpose/core';

import { isDict } from '../wire/is-dict.ts';

/**
 * Whether an event has the shapes of the contract. Writing it as a request would hide errors: arguments given as a text
 * would become one argument for each letter, which no policy looks for.
 */
export function isEventInput(input: Dict): boolean {
  const { event, payload, session, chatId, agent, user } = input;
  const isPlace =
    isAbsentOr(isNamed, session) &&
    isAbsentOr(isNamed, user) &&
    isAbsentOr(isDict, agent) &&
    isAbsentOr(isText, chatId);
  return isPlace && isDict(payload) && isPayload(event, payload);
}

const WITH_PARTS: ReadonlySet<unknown> = new Set([
  'onTrigger',
  'onUserMessage',
  'onSystemMessage',
  'onAgentResponse',
]);

function isPayload(event: unknown, { call, message, trigger }: Dict): boolean {
  if (call !== undefined && !isCall(call)) return false;
  if (!WITH_PARTS.has(event)) return true;
  const said = event === 'onTrigger' ? trigger : message;
  return isDict(said) && Array.isArray(said['content']) && said['content'].every(isPart);
}

function isCall(call: unknown): boolean {
  return isDict(call) && isDict(call['args']);
}

function isPart(part: unknown): boolean {
  return isDict(part) && isText(part['type']);
}

function isNamed(value: unknown): boolean {
  return isDict(value) && isText(value['id']);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Whether a value is absent or valid. Callers in other languages write null for unknown values. */
function isAbsentOr(is: (value: unknown) => boolean, value: unknown): boolean {
  return value === undefined || value === null || is(value);
}
