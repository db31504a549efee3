import type { JoinOptions } from '@interpose/core/remote';
import type { AgentIdentity, Dict, User } from '@interpose/core';
import { readTrace } from '@interpose/core/trace';

import { dictAt, isDict, stringAt } from '../../wire/is-dict.ts';
import { sidesOf } from '../components/a2a-events.ts';
import { present } from '../codec.ts';

/** The session, chat, agent and user of a step on the wire. */
export type Place = Pick<
  JoinOptions,
  'agent' | 'chatId' | 'session' | 'user' | 'trace' | 'reasoning'
>;

/** Reads session, chat, agent, user and trace of a step; absent ones are left out. */
export function readContext(params: Dict, headers: Headers): Place {
  const context = dictAt(params, 'context');
  const isA2a = 'from' in context;
  const step = isA2a ? dictAt(dictAt(context, 'interpose'), 'step') : context;
  const sessionId = stringAt(dictAt(step, 'session'), 'id');
  const user = readUser(step['user']);
  const trace = readTrace(traceHeaders(headers)) ?? readTrace(context);
  const reasoning = stringAt(params, 'reasoning');
  return {
    agent: readAgent(isA2a ? ownAgent(params, context) : dictAt(context, 'agent')),
    chatId: stringAt(step, 'turnId') ?? crypto.randomUUID(),
    ...(sessionId === undefined ? {} : { session: { id: sessionId } }),
    ...(user === undefined ? {} : { user }),
    ...(trace === undefined ? {} : { trace }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

function ownAgent(params: Dict, context: Dict): Dict {
  const { way } = sidesOf(params);
  return dictAt(dictAt(context, way === 'inbound' ? 'to' : 'from'), 'agent');
}

function readAgent(wire: Dict): AgentIdentity {
  const name = stringAt(wire, 'name');
  const model = dictAt(wire, 'model');
  const provider = dictAt(wire, 'provider');
  const agent = {
    id: stringAt(wire, 'id') ?? (stringAt(wire, 'url') || name || 'unknown'),
    name,
    version: stringAt(wire, 'version'),
    instructions: stringAt(wire, 'instructions'),
    model: stringAt(model, 'id'),
    provider: isDict(wire['provider'])
      ? present({ name: stringAt(provider, 'name'), url: stringAt(provider, 'url') })
      : undefined,
  };
  return present(agent) as unknown as AgentIdentity; // the id is always present
}

function readUser(wire: unknown): User | undefined {
  const id = isDict(wire) ? stringAt(wire, 'id') : undefined;
  if (id === undefined || !isDict(wire)) return undefined;
  const name = stringAt(wire, 'name');
  const organisation = stringAt(dictAt(wire, 'organization'), 'id');
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(organisation === undefined ? {} : { organisation }),
  };
}

/** Returns the trace in the headers, which is newer than the trace in the step. */
function traceHeaders(headers: Headers): Dict {
  return { traceparent: headers.get('traceparent'), tracestate: headers.get('tracestate') };
}
