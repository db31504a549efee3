import { textOf, type Dict } from '@interpose/core';

import type { EventFacts } from '../shared/events/event-facts.ts';
import { joined, mapTextRuns } from '../shared/values/text-runs.ts';
import { mapContent, type Spoken } from '../shared/values/map-content.ts';
import type { Place, RuleSource } from './rule-source.ts';
import type { Scene } from './scene.ts';

/** Reads one place of a scene, in each way to read it; undefined when it is empty. */
export type Reader = (scene: Scene) => readonly unknown[];

const CIRCUMSTANCES = [
  'event',
  'session',
  'chatId',
  'parentChatId',
  'agent',
  'user',
  'iteration',
  'attempt',
  'resumed',
  'depth',
  'reasoning',
  'host',
];

/** The only keys of these objects in the contract. A key that one step lacks may be there in the next. */
const CALL = ['id', 'name', 'args'];
const PARTS: Readonly<Record<string, readonly string[]>> = {
  call: CALL,
  originalCall: CALL,
  tool: ['name', 'description', 'origin', 'scope', 'server', 'annotations', 'known', 'enabled'],
  user: ['id', 'name', 'organisation'],
  agent: ['id', 'name', 'version', 'instructions', 'model', 'provider'],
  session: ['id', 'history', 'metadata'],
};

/** The events whose slot has a plain text that can be read and changed as a whole, named `text`. */
const TEXTUAL = new Set([
  'onUserMessage',
  'onSystemMessage',
  'preRequest',
  'onResponse',
  'onAgentResponse',
]);

/** Returns the keys of a path. The path `text` stands for the whole text of the event's slot. */
export function keysOf(path: string | readonly string[]): readonly string[] {
  return typeof path === 'string' ? path.split('.') : path;
}

/** Whether this is the path `text`, at an event that has one. */
export function isWholeText(event: string, keys: readonly string[]): boolean {
  return keys.length === 1 && keys[0] === 'text' && TEXTUAL.has(event);
}

/**
 * Compiles a path into a reader of the context of this event's hooks.
 *
 * @throws InterposeError `invalid_rules` for a path that begins with nothing they see.
 */
export function compilePath(
  source: RuleSource,
  place: Place,
  event: string,
  facts: EventFacts,
  path: string | readonly string[],
): Reader {
  const keys = keysOf(path);
  if (isWholeText(event, keys)) return ({ value }) => readingsOf(value as Spoken);
  const [first = '', ...rest] = keys;
  const known = [...facts.keys, ...CIRCUMSTANCES, ...(TEXTUAL.has(event) ? ['text'] : [])];
  if (!known.includes(first) || keys.includes('') || first === 'text')
    throw source.fault(
      place,
      `the path ${keys.join('.')} leads nowhere at ${event}`,
      `begin with one of ${known.join(', ')}`,
    );
  const parts = Object.hasOwn(PARTS, first) ? PARTS[first] : undefined;
  const [second] = rest;
  if (parts !== undefined && second !== undefined && !parts.includes(second))
    throw source.fault(
      place,
      `the path ${keys.join('.')} leads nowhere: ${first} has no ${second}`,
      `write one of ${parts.join(', ')} behind ${first}`,
    );
  return (scene) => {
    const start = first === scene.slot ? scene.value : (scene.ctx as unknown as Dict)[first]; // keys are checked above
    return [rest.reduce(own, start)];
  };
}

/** Returns the value under an own key: inherited properties are not part of the data. */
function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Dict)[key];
}

/** Returns the text of a value, and, if it has adjacent texts, its text with these as one: a model reads them so. */
function readingsOf(value: Spoken): readonly string[] {
  const read = mapContent(value, (parts) => mapTextRuns(parts, joined));
  return read === value ? [textOf(value)] : [textOf(value), textOf(read)];
}
