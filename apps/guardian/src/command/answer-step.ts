import type { Recorder } from '../storing/recorder.ts';
import type { AgentAccess, AgentTokens } from '../people/agent-tokens.ts';
import type { PolicyHost } from '../policies/policy-host.ts';
import { within } from './drain.ts';

interface Answering {
  readonly tokens: AgentTokens;
  readonly host: PolicyHost;
  readonly recorder: Recorder | undefined;
  /** True: answer only after the decision is in the database. */
  readonly isSync: boolean;
}

/** The header of an answer whose decision is in the database. */
const RECORDED_HEADER = 'interpose-recorded';
const SYNC_MS = 5000;

/**
 * Answers steps of agents with a valid token. A decision that cannot be recorded is not returned: the agent gets 503,
 * and its posture for a guardian without a decision applies.
 */
export function answerStep({
  tokens,
  host,
  recorder,
  isSync,
}: Answering): (request: Request) => Promise<Response> {
  const decide = async (request: Request, { tenant, agent }: AgentAccess): Promise<Response> => {
    if (recorder === undefined) return host.answer(request, tenant, agent);
    if (recorder.isFull) return unrecorded();
    const before = recorder.unwritten;
    const response = await host.answer(request, tenant, agent);
    await recorder.written();
    if (recorder.unwritten !== before) return unrecorded();
    if (!isSync) return response;
    if (!(await within(SYNC_MS, recorder.stored()))) return unrecorded();
    response.headers.set(RECORDED_HEADER, 'true');
    return response;
  };
  return async (request) => {
    const access = await tokens.check(request.headers.get('authorization') ?? undefined);
    return access === undefined ? unknown() : decide(request, access);
  };
}

function unknown(): Response {
  const headers = { 'content-type': 'text/plain', 'www-authenticate': 'Bearer' };
  return new Response('send the token as a bearer token', { status: 401, headers });
}

function unrecorded(): Response {
  return new Response('the decision cannot be recorded', {
    status: 503,
    headers: { 'retry-after': '1' },
  });
}
