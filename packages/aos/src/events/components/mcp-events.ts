import type { Dict } from '@interpose/core';

import { dictAt, isDict, stringAt } from '../../wire/is-dict.ts';
import { present, type Codec } from '../codec.ts';

/** MCP messages. The direction is sent beside the message, since the message does not show it. */
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

/** Whether a message is inbound. Without a stated direction, only responses count as coming from the server. */
export function isMcpInbound(params: Dict): boolean {
  const { direction } = params;
  const message = dictAt(params, 'message');
  const isAnswer = !('method' in message) && ('result' in message || 'error' in message);
  return direction === undefined ? isAnswer : direction === 'inbound';
}

/** Returns the name of the agent's server if it has only one; else an empty text. */
function onlyServer(params: Dict): string {
  const servers = dictAt(dictAt(params, 'context'), 'agent')['mcpServers'];
  const listed = Array.isArray(servers) ? servers.filter(isDict) : [];
  return listed.length === 1 ? (stringAt(listed[0]!, 'name') ?? '') : '';
}
