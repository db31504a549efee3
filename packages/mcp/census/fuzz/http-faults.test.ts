import type { Dict } from '@interpose/core';
import { fuzz, type Breach } from '@interpose/testing/fuzz';
import { assert, describe, test, vi } from 'vitest';

import type { Transport } from '../../test/sdk.ts';
import { probeSdks } from '../probes/probe-sdks.ts';
import type { Seam } from './end-kinds.ts';
import { httpKinds } from './http-kinds.ts';

vi.setConfig({ testTimeout: 120_000 });

type Send = (message: Dict | Dict[], options?: Dict) => Promise<void>;

/** A transport that sends in another way than the hooked one below it. */
function sending(hooked: Transport, send: Send): Transport {
  return new Proxy(hooked, {
    get(target, key) {
      if (key === 'send') return send;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

const isTelling = (message: Dict | Dict[]): boolean =>
  !Array.isArray(message) && 'method' in message && !('id' in message);
const isAnswer = (message: Dict | Dict[]): boolean =>
  !Array.isArray(message) && 'result' in message;

interface Fault {
  readonly fault: string;
  readonly invariant: Breach['invariant'];
  readonly seam: Seam;
}

const faults: readonly Fault[] = [
  {
    fault: 'sends notifications past the hooks',
    invariant: 'unasked message',
    seam: (hooked, native) =>
      sending(hooked, (message, options) =>
        (isTelling(message) ? native : hooked).send(message, options),
      ),
  },
  {
    fault: 'sends what was denied after all',
    invariant: 'denied message',
    seam: (hooked, native) =>
      sending(hooked, async (message, options) => {
        await hooked.send(message, options);
        if (isTelling(message) || isAnswer(message)) await native.send(message, options);
      }),
  },
  {
    fault: 'adds to each message',
    invariant: 'transparent',
    seam: (hooked) =>
      sending(hooked, (message, options) => {
        if (Array.isArray(message) || !('params' in message)) return hooked.send(message, options);
        const params = { ...(message['params'] as Dict), added: true };
        return hooked.send({ ...message, params }, options);
      }),
  },
];

const sdk = probeSdks.at(-1)!;

describe(`MCP SDK ${sdk.version} over HTTP`, () => {
  test.for(faults)('a seam that $fault is found', async ({ invariant, seam }) => {
    const target = { name: 'mcp', version: sdk.version, wires: httpKinds(sdk, seam) };
    const { failures } = await fuzz(target, { seed: 3, runs: 25 });
    const found = failures.map((failure) => failure.invariant);
    assert(found.includes(invariant), `only ${found.join(', ')} found`);
  });
});
