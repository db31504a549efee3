import type { Dict } from '@interpose/core';

import { dictAt, isDict, stringAt } from '../../wire/is-dict.ts';
import { present, type Codec } from '../codec.ts';

/** MCP messages; which way is said beside the message, since the message does not tell. */
function mcpCodec(event: 'preMcpMessage' | 'onMcpMessage'): Codec {
  const direction = event === 'preMcpMessage' ? 'outbound' : 'inbound';
  const usual = event === 'preMcpMessage' ? 'client-to-server' : 'server-to-client';
  return {
    event,
    key: 'message',
    slot: '/params/message',
    method: () => 'protocols/MCP',
    encode: (payload) => ({ message: payload['message'], direction }),
    hints: ({ server, direction: way, synthetic }) =>
      present({ server, direction: way === usual ? undefined : way, synthetic }),
    decode: (params, hints) =>
      present({
        message: dictAt(params, 'message'),
        server: stringAt(hints, 'server') ?? onlyServer(params),
        direction: stringAt(hints, 'direction') ?? usual,
        synthetic: hints['synthetic'],
      }),
    take: (params) => ({ value: dictAt(params, 'message') }),
    put: (params, value) => ({ ...params, message: value }),
  };
}

export const mcpOutbound: Codec = mcpCodec('preMcpMessage');
export const mcpInbound: Codec = mcpCodec('onMcpMessage');

/** Where the sender does not say which way, an answer is one of the server, and anything else goes there. */
export function isMcpInbound(params: Dict): boolean {
  const { direction } = params;
  const message = dictAt(params, 'message');
  const isAnswer = !('method' in message) && ('result' in message || 'error' in message);
  return direction === undefined ? isAnswer : direction === 'inbound';
}

/** The agent's one server, where it has just one. */
function onlyServer(params: Dict): string {
  const servers = dictAt(dictAt(params, 'context'), 'agent')['mcpServers'];
  const listed = Array.isArray(servers) ? servers.filter(isDict) : [];
  return listed.length === 1 ? (stringAt(listed[0]!, 'name') ?? '') : '';
}
