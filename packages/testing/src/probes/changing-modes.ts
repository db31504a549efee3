import {
  createHooks,
  mapText,
  modify,
  respond,
  textOf,
  type EventName,
  type Hooks,
  type ModelResponse,
} from '@interpose/core';

import { canaries, type Asked, type Canary, type ProbeMode } from './probe.ts';

/** The text that a changing hook writes in place of the original. */
const replacement = 'REPLACED';

/** A mode without its name and its event. */
interface Change extends Pick<ProbeMode, 'hidden' | 'keptFrom'> {
  readonly stops?: ProbeMode['stops'];
  readonly add: (hooks: Hooks, asked: Asked) => void;
}

/** Returns modes that modify and respond, at each of these events that takes those verbs. */
export function changingModes(asks: readonly EventName[]): readonly ProbeMode[] {
  return asks.flatMap((event) => [
    ...modeOf('modify', event, changes[event]),
    ...modeOf('respond', event, answers[event]),
  ]);
}

function modeOf(verb: string, event: EventName, change: Change | undefined): ProbeMode[] {
  if (change === undefined) return [];
  const { add, stops = [], ...rest } = change;
  const hooks: ProbeMode['hooks'] = (asked) => {
    const changing = createHooks();
    add(changing, asked);
    return changing;
  };
  return [{ ...rest, name: `${verb} ${event}`, event, hooks, stops }];
}

const texts: readonly Canary[] = ['firstText', 'firstReasoning', 'finalText', 'finalReasoning'];

/** Hooks that replace the text of the user, the model or a tool. */
const changes: Partial<Record<EventName, Change>> = {
  onUserMessage: {
    hidden: [],
    keptFrom: 'model',
    add: (hooks, asked) => {
      hooks.addHook('onUserMessage', ({ message }) => {
        asked(textOf(message), replacement);
        return modify(mapText(message, () => replacement));
      });
    },
  },
  preRequest: {
    hidden: [],
    keptFrom: 'model',
    add: (hooks, asked) => {
      hooks.addHook('preRequest', ({ request }) => {
        asked(
          request.messages.map(textOf).find((text) => text !== ''),
          replacement,
        );
        return modify(mapText(request, () => replacement));
      });
    },
  },
  preToolCall: {
    hidden: [],
    keptFrom: 'tools',
    add: (hooks, asked) => {
      hooks.addHook('preToolCall', ({ call }) => {
        const args = Object.fromEntries(Object.entries(call.args).map(otherThan));
        const [before, after] = [call.args, args].map((each) => JSON.stringify(each));
        if (before === after) asked();
        else asked(before, after);
        return modify({ ...call, args });
      });
    },
  },
  onResponse: {
    hidden: texts,
    add: (hooks, asked) => {
      hooks.addHook('onResponse', ({ response }) => {
        asked();
        return modify(withoutReasoning(mapText(response, () => replacement)));
      });
    },
  },
  onResponseDelta: {
    hidden: texts,
    add: (hooks, asked) => {
      hooks.addHook('onResponseDelta', () => {
        asked();
        return modify(replacement);
      });
    },
  },
  onAgentResponse: {
    hidden: ['finalText'],
    add: (hooks, asked) => {
      hooks.addHook('onAgentResponse', ({ message }) => {
        asked();
        return modify(mapText(message, () => replacement));
      });
    },
  },
  onToolCallResult: {
    hidden: ['toolResult'],
    add: (hooks, asked) => {
      hooks.addHook('onToolCallResult', () => {
        asked();
        return modify(replacement);
      });
    },
  },
  onKnowledgeRetrieved: {
    hidden: ['remembered'],
    add: (hooks, asked) => {
      hooks.addHook('onKnowledgeRetrieved', ({ results }) => {
        asked();
        return modify(results.map(({ id }) => ({ id, content: replacement })));
      });
    },
  },
  onMemoryRetrieved: changedMemory('onMemoryRetrieved'),
  preMemoryStore: changedMemory('preMemoryStore'),
};

function changedMemory(event: 'onMemoryRetrieved' | 'preMemoryStore'): Change {
  return {
    hidden: ['remembered'],
    add: (hooks, asked) => {
      hooks.addHook(event, ({ memory }) => {
        asked();
        return modify(memory.map((item) => ({ ...item, content: replacement })));
      });
    },
  };
}

/** Hooks that answer in place of the model or a tool. */
const answers: Partial<Record<EventName, Change>> = {
  preRequest: {
    hidden: Object.keys(canaries) as readonly Canary[],
    stops: ['request', 'tool'],
    add: (hooks, asked) => {
      hooks.addHook('preRequest', () => {
        asked();
        return respond({ response: { content: [{ type: 'text', text: replacement }] } });
      });
    },
  },
  preToolCall: {
    hidden: ['toolResult'],
    stops: ['tool'],
    add: (hooks, asked) => {
      hooks.addHook('preToolCall', () => {
        asked();
        return respond({ result: replacement });
      });
    },
  },
};

/** Changes an argument, but not the kind of an action: another kind would be another action. */
function otherThan([name, value]: [string, unknown]): [string, unknown] {
  if (name === 'type') return [name, value];
  return [name, typeof value === 'number' ? value + 1 : replacement];
}

function withoutReasoning(response: ModelResponse): ModelResponse {
  return { ...response, content: response.content.filter(({ type }) => type !== 'reasoning') };
}
