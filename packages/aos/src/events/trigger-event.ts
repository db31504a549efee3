import type { Dict, Trigger } from '@interpose/core';

import { dictAt, isDict, stringAt } from '../wire/is-dict.ts';
import { metadataAfter, present, type Codec } from './codec.ts';
import { decodeParts, encodeParts, takeParts } from './parts.ts';

/** The codec of autonomous triggers. */
export const triggerEvent: Codec = {
  event: 'onTrigger',
  key: 'trigger',
  slot: '/params/trigger',
  method: () => 'steps/agentTrigger',
  encode: (payload, { stepId }) => ({
    trigger: encodeTrigger(payload['trigger'] as Trigger, stepId),
  }),
  hints: (payload) =>
    present({ anonymous: (payload['trigger'] as Trigger).id === undefined ? true : undefined }),
  decode: (params, hints) => {
    const wire = dictAt(params, 'trigger');
    const parts = decodeParts(wire['content']);
    return { trigger: decodeTrigger(wire, parts, hints['anonymous'] === true) };
  },
  take: (params, payload) => {
    const wire = dictAt(params, 'trigger');
    const before = payload['trigger'] as Trigger;
    const parts = takeParts(wire['content'], before.content);
    return { value: decodeTrigger(wire, parts, before.id === undefined) };
  },
  put: (params, value) => {
    const { kind, id, content, metadata } = value as Trigger;
    const { metadata: before, ...wire } = dictAt(params, 'trigger');
    const event = { ...dictAt(wire, 'event'), type: kind, ...present({ id }) };
    const said = encodeParts(content, wire['content']);
    const changed = present({ content: said, event, metadata: metadataAfter(before, metadata) });
    return { ...params, trigger: { ...wire, ...changed } };
  },
};

function encodeTrigger({ kind, id, content, metadata }: Trigger, stepId: string): Dict {
  const event = { type: kind, id: id ?? stepId };
  return present({ type: 'autonomous', content: encodeParts(content), event, metadata });
}

function decodeTrigger(wire: Dict, content: Trigger['content'], isAnonymous: boolean): Trigger {
  const event = dictAt(wire, 'event');
  const id = stringAt(event, 'id');
  const metadata = wire['metadata'];
  return {
    kind: stringAt(event, 'type') ?? '',
    ...(id === undefined || isAnonymous ? {} : { id }),
    content,
    ...(isDict(metadata) ? { metadata } : {}),
  };
}
