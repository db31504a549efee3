import type { EventType } from '../../../../packages/core/test/events/read-event-types.ts';
import { readEventTypes } from '../../../../packages/core/test/events/read-event-types.ts';
import type { Page } from '../page.ts';

const VERBS: Readonly<Record<string, string>> = {
  allow: 'Go on. So does a hook that returns nothing.',
  deny: 'Stop here. `deny(reason, { code, message, data })`.',
  modify: 'Go on with another value. Return the input under its key.',
  respond: 'Skip the step and take this as its outcome. Return an outcome under its key.',
  ask: 'A person decides. `ask(reason)`.',
  retry: 'Do it again, at most `retries` times. `retry(reason)`.',
};

/** Returns a page of all events with their payload and verdicts, and of all verdicts with their events. */
export function eventPages(): readonly Page[] {
  const events = readEventTypes();
  return [
    { path: 'reference/events', markdown: eventList(events) },
    { path: 'reference/verdicts', markdown: verdictList(events) },
  ];
}

function eventList(events: readonly EventType[]): string {
  return [
    '# Events',
    'A hook listens to one event. An event that a hook can change has an **input**, which it may replace, and **outcomes**, which it may give instead of the step. At an *observed* event, hooks can only watch. At every other event a hook may also return `allow` and `deny`. The context has the keys under *carries*, and [those that every context has](./context).',
    ...events.map(eventSection),
  ].join('\n\n');
}

function eventSection({ name, fires, kind, keys, slot, outcomes, verbs }: EventType): string {
  const taken = verbs.filter((verb) => verb !== 'allow' && verb !== 'deny');
  const lines = [
    `- carries: ${listed(keys) || 'nothing more'}`,
    `- takes: ${kind === 'observer' ? 'observed only' : ['allow', 'deny', ...taken].map(quoted).join(', ')}`,
    ...(slot === undefined ? [] : [`- input: \`${slot}\``]),
    ...(outcomes.length === 0 ? [] : [`- outcomes: ${listed(outcomes)}`]),
  ];
  return `## \`${name}\` {#${name.toLowerCase()}}\n\n${fires}\n\n${lines.join('\n')}`;
}

function verdictList(events: readonly EventType[]): string {
  const sections = Object.entries(VERBS).map(([verb, says]) => {
    const takers = events.filter(
      ({ kind, verbs }) =>
        kind !== 'observer' && (verb === 'allow' || verb === 'deny' || verbs.includes(verb)),
    );
    const links = takers.map(({ name }) => `[\`${name}\`](./events#${name.toLowerCase()})`);
    return `## ${verb}\n\n${says}\n\nTaken by ${links.join(', ')}.`;
  });
  return [
    '# Verdicts',
    'What a hook may return. If several hooks return something, the strictest counts: deny before ask, ask before everything else; see [how verdicts are folded](/concepts/verdicts).',
    ...sections,
  ].join('\n\n');
}

function listed(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}

function quoted(name: string): string {
  return `\`${name}\``;
}
