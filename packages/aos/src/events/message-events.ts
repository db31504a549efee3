import type { Dict, Message, Source } from '@interpose/core';

import { dictAt, isDict, stringAt } from '../wire/is-dict.ts';
import { metadataAfter, present, type Codec, type Taken } from './codec.ts';
import { decodeParts, encodeParts, takeParts } from './parts.ts';

const ROLE_NAMES = ['system', 'user', 'assistant', 'tool'] as const;
const ROLES = { user: 'user', agent: 'assistant', system: 'system' } as const;

/** Makes the codec of messages with one role. */
function messageCodec(event: Codec['event'], role: keyof typeof ROLES): Codec {
  return {
    event,
    key: 'message',
    slot: '/params/message',
    method: () => 'steps/message',
    encode: (payload, { stepId }) => writeMessage(payload['message'] as Message, role, stepId),
    hints: (payload) => {
      const { id, role: own } = payload['message'] as Message;
      return present({
        synthetic: payload['synthetic'],
        anonymous: id === undefined ? true : undefined,
        role: own === ROLES[role] ? undefined : own,
      });
    },
    decode: (params, hints) => {
      const message = decodeMessage(dictAt(params, 'message'), params['citations'], role, hints);
      return event === 'onAgentResponse'
        ? { message, synthetic: hints['synthetic'] === true }
        : { message };
    },
    take: (params, payload) => takeMessage(dictAt(params, 'message'), payload, role),
    put: (params, value) => {
      const { content, metadata } = value as Message;
      const { metadata: before, ...wire } = dictAt(params, 'message');
      const said = encodeParts(content, wire['content']);
      const changed = present({ content: said, metadata: metadataAfter(before, metadata) });
      return { ...params, message: { ...wire, ...changed } };
    },
  };
}

export const userMessage: Codec = messageCodec('onUserMessage', 'user');
export const agentMessage: Codec = messageCodec('onAgentResponse', 'agent');
export const systemMessage: Codec = messageCodec('onSystemMessage', 'system');

function writeMessage(message: Message, role: string, stepId: string): Dict {
  const citations = message.citations?.map(encodeSource);
  return present({ message: encodeMessage(message, role, stepId), citations });
}

/** Takes a changed message; the guardian must not change its role. */
function takeMessage(wire: Dict, payload: Dict, role: string): Taken | undefined {
  if (wire['role'] !== role) return undefined;
  const { metadata: _, ...before } = payload['message'] as Message;
  const { metadata } = wire;
  const content = takeParts(wire['content'], before.content);
  return { value: { ...before, content, ...(isDict(metadata) ? { metadata } : {}) } };
}

function encodeMessage(message: Message, role: string, stepId: string): Dict {
  const { id = stepId, content, metadata } = message;
  return present({ id, role, content: encodeParts(content), metadata });
}

function decodeMessage(
  wire: Dict,
  citations: unknown,
  role: keyof typeof ROLES,
  hints: Dict,
): Message {
  const metadata = wire['metadata'];
  const id = stringAt(wire, 'id');
  return {
    ...(id === undefined || hints['anonymous'] === true ? {} : { id }),
    role: ROLE_NAMES.find((name) => name === hints['role']) ?? ROLES[role],
    content: decodeParts(wire['content']),
    ...(Array.isArray(citations) ? { citations: citations.filter(isDict).map(decodeSource) } : {}),
    ...(isDict(metadata) ? { metadata } : {}),
  };
}

/** Writes a source: one with an id is a file, one without is a site. */
function encodeSource({ id, title, url }: Source): Dict {
  return id === undefined
    ? present({ kind: 'site', url: url ?? '', title })
    : present({ kind: 'file', id, name: title ?? id, url });
}

function decodeSource(wire: Dict): Source {
  const title = stringAt(wire, wire['kind'] === 'file' ? 'name' : 'title');
  return present({ id: stringAt(wire, 'id'), title, url: stringAt(wire, 'url') });
}
