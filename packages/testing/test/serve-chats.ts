import type { HarnessRun, Scenario } from '@interpose/testing/conformance';
import { readChatRequest, toScript } from '@interpose/testing/conformance';
import type { ScriptedChat, ScriptedModel } from '@interpose/testing';

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

type Asked = HarnessRun['requests'][number];

/** Reads one request that a served chat got. */
export type ReadRequest = (agent: string, request: ScriptedChat['requests'][number]) => Asked;

const readChat: ReadRequest = (agent, { body, headers }) => readChatRequest(agent, body, headers);

/** What the models were asked, in the order of the requests; those of the chat completions API by default. */
export function requestsOf(chats: Chats, read: ReadRequest = readChat): HarnessRun['requests'] {
  const all = [...chats].flatMap(([agent, chat]) =>
    chat.requests.map((request, index) => ({ agent, request, place: placeOf(agent, index) })),
  );
  return all
    .toSorted((first, second) => first.request.at - second.request.at || first.place - second.place)
    .map(({ agent, request }) => read(agent, request));
}

/** Within one millisecond: the main agent asks first, then its sub-agents, then the main agent again. */
function placeOf(agent: string, index: number): number {
  if (agent !== 'main') return 1;
  return index === 0 ? 0 : 2;
}
