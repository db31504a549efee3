import { AgentTokens } from '../people/agent-tokens.ts';
import { answerStep } from './answer-step.ts';
import { health, type Engine, type Opening } from './engine.ts';

/** Makes the engine of a guardian that decides and stores nothing. */
export async function engineWithoutStorage({ choice, host }: Opening): Promise<Engine> {
  const tokens = new AgentTokens(undefined, choice.token);
  const answer = answerStep({ tokens, host, recorder: undefined, isSync: false });
  return {
    stop: () => undefined,
    approve: () => Promise.resolve({ approved: false }),
    withdraw: () => Promise.resolve(),
    record: (_tenant, _notes, record) => record,
    decided: () => undefined,
    keyOf: () => undefined,
    answer,
    show: (request, draining) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/report') return new Response('nothing is stored here', { status: 404 });
      return pathname === '/health' ? health(host, draining) : answer(request);
    },
    announce: () => undefined,
    beginToEnd: () => undefined,
    close: () => Promise.resolve(),
  };
}
