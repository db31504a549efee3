import type { SeenMessage, SeenRequest } from '../../conformance/scenario/seen-request.ts';
import type { FakeMessage, FakeRequest } from '../translate/fake-values.ts';
import { toArgs } from '../translate/to-contract.ts';

/** Converts a request to a fake model into the form common to all frameworks. */
export function toSeenRequest(
  agent: string,
  { model, prompt, history, offers, trace }: FakeRequest,
  streamed: boolean,
): SeenRequest {
  const system = history.flatMap((message) => (message.by === 'system' ? [message.said] : []));
  return {
    agent,
    ...(model === undefined ? {} : { model }),
    streamed,
    instructions: prompt === undefined ? system : [prompt, ...system],
    messages: history.flatMap(toSeenMessage),
    tools: offers.map(({ name }) => name),
    ...(trace === undefined ? {} : { trace }),
  };
}

function toSeenMessage(message: FakeMessage): SeenMessage[] {
  switch (message.by) {
    case 'system':
      return [];
    case 'user':
      return [{ role: 'user', text: message.said }];
    case 'model':
      return [
        {
          role: 'assistant',
          text: message.said,
          calls: message.calls.map(({ key, tool, input }) => ({
            id: key,
            name: tool,
            args: toArgs(input),
          })),
        },
      ];
    case 'tool': {
      const { outcome, key } = message;
      return [
        {
          role: 'tool',
          callId: key,
          text: outcome.kind === 'output' ? textOf(outcome.output) : outcome.failure,
        },
      ];
    }
  }
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
}
