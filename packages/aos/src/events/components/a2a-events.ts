import type { A2aEnvelope, Dict } from '@interpose/core';

import { a2aMethod } from '../../wire/methods.ts';
import { dictAt, stringAt } from '../../wire/is-dict.ts';
import { present, type Codec } from '../codec.ts';

/** A2A messages. The method is the wrapped one; the agent that is described in full shows the direction. */
function a2aCodec(event: 'preA2aMessage' | 'onA2aMessage'): Codec {
  return {
    event,
    key: 'message',
    slot: '/params/payload',
    method: (payload) => a2aMethod((payload as unknown as A2aEnvelope).method), // the event's payload is an envelope
    encode: (payload) => ({ payload: payload['message'] }),
    hints: ({ method, leg, from, to, synthetic }) =>
      present({
        method: a2aMethod(String(method)) === method ? undefined : method,
        leg: leg === 'event' ? leg : undefined,
        from,
        to,
        synthetic,
      }),
    decode: (params, hints) => {
      const { role, leg } = sidesOf(params);
      const parties = dictAt(params, 'context');
      const isTold = 'step' in hints;
      return present({
        message: dictAt(params, 'payload'),
        method: stringAt(hints, 'method') ?? stringAt(hints, 'wireMethod'),
        role,
        leg: hints['leg'] === 'event' ? 'event' : leg,
        from: isTold ? hints['from'] : nameIn(parties, 'from'),
        to: isTold ? hints['to'] : nameIn(parties, 'to'),
        synthetic: hints['synthetic'],
      });
    },
    take: (params) => ({ value: dictAt(params, 'payload') }),
    put: (params, value) => ({ ...params, payload: value }),
  };
}

export const a2aOutbound: Codec = a2aCodec('preA2aMessage');
export const a2aInbound: Codec = a2aCodec('onA2aMessage');

/** Returns the direction, the role of the own agent, and the leg. */
export function sidesOf(params: Dict): {
  readonly way: 'outbound' | 'inbound' | undefined;
  readonly role: string;
  readonly leg: 'request' | 'response';
} {
  const context = dictAt(params, 'context');
  const from = dictAt(context, 'from');
  const to = dictAt(context, 'to');
  const way = wayBetween(from, to, isFull) ?? wayBetween(from, to, isPartlyFull);
  const own = way === 'inbound' ? to : from;
  const leg = from['role'] === 'server' ? 'response' : 'request';
  return { way, role: stringAt(own, 'role') ?? 'client', leg };
}

function wayBetween(
  from: Dict,
  to: Dict,
  isOwn: (agent: Dict) => boolean,
): 'outbound' | 'inbound' | undefined {
  if (isOwn(dictAt(from, 'agent'))) return 'outbound';
  return isOwn(dictAt(to, 'agent')) ? 'inbound' : undefined;
}

/** Whether an agent is described in full, with instructions and provider. A card can also have a provider. */
function isFull(agent: Dict): boolean {
  return 'instructions' in agent && 'provider' in agent;
}

function isPartlyFull(agent: Dict): boolean {
  return 'instructions' in agent || 'provider' in agent;
}

function nameIn(parties: Dict, side: string): string | undefined {
  const agent = dictAt(dictAt(parties, side), 'agent');
  return stringAt(agent, 'url') || stringAt(agent, 'name');
}
