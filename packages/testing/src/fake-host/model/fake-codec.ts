import { DeniedError, type ModelResponse } from '@interpose/core';
import type { Refused, StreamCodec, StreamPiece } from '@interpose/core/adapter';

import { foldParts } from './fold-parts.ts';
import { fromResponse } from '../translate/from-contract.ts';
import type { FakeRun } from '../run/fake-run.ts';
import type { FakePart } from '../translate/fake-values.ts';
import { toResponse } from '../translate/to-contract.ts';

/** A codec of one stream, which remembers whether the stream was refused. */
export interface FakeCodec extends StreamCodec<FakePart> {
  readonly refused: Refused | undefined;
}

/** Returns a codec that reads and makes the parts of one fake stream. */
export function fakeCodec({ origins, options }: FakeRun): FakeCodec {
  let denied: Refused | undefined;
  let opened = false;
  const opening = (): readonly FakePart[] => (opened ? [] : [{ type: 'open' }]);
  return {
    get refused() {
      return denied;
    },
    read(part) {
      opened ||= part.type === 'open';
      return read(part);
    },
    write(part, text) {
      if (part.type === 'call') return { ...part, call: { ...part.call, input: text } };
      return 'chunk' in part ? { ...part, chunk: text } : part;
    },
    collect: (parts) => toResponse(foldParts(parts), origins),
    compose: (response) => [...opening(), ...compose(response, origins)],
    refuse(refused, _started, open) {
      denied = refused;
      const closed = open.flatMap((part) =>
        'block' in part ? [{ type: 'closed', block: part.block } as const] : [],
      );
      if (refused.throws || options.output !== undefined) {
        return [
          ...opening(),
          ...closed,
          { type: 'broken', error: new DeniedError(refused.denial) },
        ];
      }
      return [
        ...opening(),
        ...closed,
        ...spoken('refusal', refused.text),
        { type: 'end', stop: 'filtered' },
      ];
    },
  };
}

function read(part: FakePart): StreamPiece {
  switch (part.type) {
    case 'said':
      return { kind: 'delta', channel: 'text', id: part.block, text: part.chunk };
    case 'thought':
      return { kind: 'delta', channel: 'reasoning', id: part.block, text: part.chunk };
    case 'call-input':
      return { kind: 'delta', channel: 'tool-args', id: part.block, text: part.chunk };
    case 'closed':
      return { kind: 'close', id: part.block };
    case 'call':
      return { kind: 'call', of: part.call.key };
    case 'broken':
      return { kind: 'error', error: part.error };
    case 'end':
      return { kind: 'finish' };
    case 'open':
      return { kind: 'meta' };
  }
}

function compose(response: ModelResponse, origins: FakeRun['origins']): readonly FakePart[] {
  const { said, thought, calls, stop } = fromResponse(response, origins);
  return [
    ...(thought === undefined
      ? []
      : ([
          { type: 'thought', block: 'thought', chunk: thought },
          { type: 'closed', block: 'thought' },
        ] as const)),
    ...spoken('said', said),
    ...calls.map((call) => ({ type: 'call', call }) as const),
    { type: 'end', stop },
  ];
}

function spoken(block: string, text: string): readonly FakePart[] {
  return text === ''
    ? []
    : [
        { type: 'said', block, chunk: text },
        { type: 'closed', block },
      ];
}
