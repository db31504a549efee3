import type { ScriptedChat, ScriptedModel } from '@interpose/testing';
import { readChatRequest, toScript } from '@interpose/testing/conformance';
import { readResponsesRequest } from './read-responses-request.ts';
import type { HarnessRun, Scenario } from '@interpose/testing/conformance';

/** The served chats by agent. */
export type Chats = ReadonlyMap<string, ScriptedChat>;

/** Serves the models of a scenario, each with the script of its agent. */
export function serveChats(server: ScriptedModel, scenario: Scenario): Chats {
  const scripts = [
    ['main', scenario.model] as const,
    ...(scenario.agents ?? []).map(({ name, model }) => [name, model] as const),
  ];
  return new Map(scripts.map(([name, model]) => [name, server.chat(toScript(model))]));
}

/** What the models were asked, in the order of the requests. */
export function requestsOf(chats: Chats): HarnessRun['requests'] {
  const all = [...chats].flatMap(([agent, chat]) =>
    chat.requests.map((request, index) => ({ agent, request, place: placeOf(agent, index) })),
  );
  return all
    .toSorted((first, second) => first.request.at - second.request.at || first.place - second.place)
    .map(({ agent, request }) =>
      request.path === '/responses'
        ? readResponsesRequest(request.body, request.headers)
        : readChatRequest(agent, request.body, request.headers),
    );
}

/** Within one millisecond: the main agent asks first, then its sub-agents, then the main agent again. */
function placeOf(agent: string, index: number): number {
  if (agent !== 'main') return 1;
  return index === 0 ? 0 : 2;
}
