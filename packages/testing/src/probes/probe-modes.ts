import {
  createHooks,
  deny,
  mapText,
  modify,
  type EventName,
  type Hooks,
  type ModelResponse,
} from '@interpose/core';

import { canaries, type Canary } from './probe.ts';

/** One way to run a probe: the hooks it gets, and what must then be reachable nowhere. */
export interface ProbeMode {
  readonly name: string;
  readonly event: EventName;
  readonly hooks: (asked: () => void) => Hooks;
  readonly hidden: readonly Canary[];
  /** True where a tool must not have run. */
  readonly stopsTools: boolean;
}

const everything = Object.keys(canaries) as readonly Canary[];
const finals: readonly Canary[] = ['finalText', 'finalReasoning'];

/** What must not be reachable where one event denies every time. */
const hiddenByDeny: Partial<Record<EventName, readonly Canary[]>> = {
  onUserMessage: everything,
  preRequest: everything,
  onResponse: everything,
  onResponseDelta: ['firstText', 'firstReasoning', ...finals],
  onAgentResponse: finals,
  preToolCall: ['toolResult'],
  onToolCallResult: ['toolResult'],
};

const stoppers: readonly EventName[] = ['onUserMessage', 'preRequest', 'onResponse', 'preToolCall'];

/** The replacement that a changing hook writes. */
const replacement = 'REPLACED';

/** Deny at each event that a probe asks, and modify at each that takes it. */
export function modesFor(asks: readonly EventName[]): readonly ProbeMode[] {
  return [...asks.flatMap(denying), ...asks.flatMap(modifying)];
}

function denying(event: EventName): ProbeMode[] {
  const hidden = hiddenByDeny[event];
  if (hidden === undefined) return [];
  const hooks = (asked: () => void): Hooks => {
    const denies = createHooks();
    denies.addHook(event as 'preRequest', () => {
      asked();
      return deny('the probe denies');
    });
    return denies;
  };
  return [{ name: `deny ${event}`, event, hooks, hidden, stopsTools: stoppers.includes(event) }];
}

/** Hooks that replace what the model or a tool said. */
const changes: Partial<Record<EventName, (hooks: Hooks, asked: () => void) => void>> = {
  onResponse: (hooks, asked) => {
    hooks.addHook('onResponse', ({ response }) => {
      asked();
      return modify(withoutReasoning(mapText(response, () => replacement)));
    });
  },
  onAgentResponse: (hooks, asked) => {
    hooks.addHook('onAgentResponse', ({ message }) => {
      asked();
      return modify(mapText(message, () => replacement));
    });
  },
  onToolCallResult: (hooks, asked) => {
    hooks.addHook('onToolCallResult', () => {
      asked();
      return modify(replacement);
    });
  },
};

const hiddenByChange: Partial<Record<EventName, readonly Canary[]>> = {
  onResponse: ['firstText', 'firstReasoning', ...finals],
  onAgentResponse: ['finalText'],
  onToolCallResult: ['toolResult'],
};

function modifying(event: EventName): ProbeMode[] {
  const change = changes[event];
  const hidden = hiddenByChange[event];
  if (change === undefined || hidden === undefined) return [];
  const hooks = (asked: () => void): Hooks => {
    const changing = createHooks();
    change(changing, asked);
    return changing;
  };
  return [{ name: `modify ${event}`, event, hooks, hidden, stopsTools: false }];
}

function withoutReasoning(response: ModelResponse): ModelResponse {
  return { ...response, content: response.content.filter(({ type }) => type !== 'reasoning') };
}

/** Hooks that change nothing: the run must equal the one without hooks. */
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
