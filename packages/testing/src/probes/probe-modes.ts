import { createHooks, deny, type EventName, type Hooks } from '@interpose/core';

import { changingModes } from './changing-modes.ts';
import { canaries, type Canary, type ProbeMode } from './probe.ts';

const everything = Object.keys(canaries) as readonly Canary[];

/** The canaries that must not be reachable if an event denies every time. */
const hiddenByDeny: Partial<Record<EventName, readonly Canary[]>> = {
  onUserMessage: everything,
  preRequest: everything,
  onResponse: everything,
  onResponseDelta: ['firstText', 'firstReasoning', 'finalText', 'finalReasoning'],
  onAgentResponse: ['finalText', 'finalReasoning'],
  preToolCall: ['toolResult'],
  onToolCallResult: ['toolResult'],
  preDelegate: ['toolResult'],
  onDelegateResult: ['toolResult'],
  preKnowledgeQuery: ['remembered'],
  onKnowledgeRetrieved: ['remembered'],
  onMemoryRetrieved: ['remembered'],
  preMemoryStore: ['remembered'],
  preMcpMessage: ['toolResult'],
  onMcpMessage: ['toolResult'],
};

const stoppedByDeny: Partial<Record<EventName, ProbeMode['stops']>> = {
  onUserMessage: ['request', 'tool'],
  preRequest: ['request', 'tool'],
  onResponse: ['tool'],
  preToolCall: ['tool'],
  preDelegate: ['tool'],
  preMcpMessage: ['tool'],
};

/** Returns modes that deny at each event that a probe fires, and that modify and respond at those that allow it. */
export function modesFor(asks: readonly EventName[]): readonly ProbeMode[] {
  return [...asks.flatMap(denying), ...changingModes(asks)];
}

function denying(event: EventName): ProbeMode[] {
  const hidden = hiddenByDeny[event];
  if (hidden === undefined) return [];
  const hooks: ProbeMode['hooks'] = (asked) => {
    const denies = createHooks();
    denies.addHook(event as 'preRequest', () => {
      asked();
      return deny('the probe denies');
    });
    return denies;
  };
  return [{ name: `deny ${event}`, event, hooks, hidden, stops: stoppedByDeny[event] ?? [] }];
}

/** Hooks that change nothing: the run must equal the run without hooks. */
export const silent: Readonly<Record<string, (asks: readonly EventName[]) => Hooks>> = {
  'hooks that say nothing': (asks) => {
    const hooks = createHooks();
    for (const event of asks) hooks.addHook(event as 'preRequest', () => undefined);
    return hooks;
  },
  'observers only': (asks) => {
    const hooks = createHooks();
    for (const event of asks) hooks.observe(event, () => undefined);
    return hooks;
  },
  'an empty registry': () => createHooks(),
};
