import { once } from 'node:events';
import { Agent, createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { guardian, serve } from '@interpose/aos';
import { createHooks, deny, type Hooks } from '@interpose/core';

import { atMost, type Gate, type Sample } from '../../gate.ts';
import { keep } from '../../method/keep.ts';
import { median } from '../../method/median.ts';
import { shuffle } from '../../method/shuffle.ts';

/** A tool call judged over loopback, beside a request and an answer of the same sizes that mean nothing. */
export const gate: Gate = { id: 'G27', name: 'a guardian round trip', tolerance: 0.05, measure };

const call = {
  id: 'call_1',
  name: 'refund',
  args: { order: 'A-1207', cents: 500, reason: 'late' },
};
const tool = { name: 'refund', origin: 'local', known: true, enabled: true } as const;

async function measure(): Promise<Sample> {
  const rules = createHooks({ strict: false });
  rules.addHook('preToolCall', ({ call: asked }) =>
    asked.args['cents'] === 0 ? deny('nothing to refund') : undefined,
  );
  const sizes = { sent: '', answered: '' };
  const decide = serve(rules);
  const answer = getRequestListener(async (incoming) => {
    if (sizes.sent !== '') return decide(incoming);
    sizes.sent = await incoming.clone().text();
    const response = await decide(incoming);
    sizes.answered = await response.clone().text();
    return response;
  });
  const judging = await listen((incoming, outgoing) => void answer(incoming, outgoing));
  const hooks = createHooks({ strict: false, policies: [guardian({ url: judging.url })] });
  await askOnce(hooks);
  const bare = await listen((incoming, outgoing) => {
    incoming.on('data', keep);
    incoming.on('end', () => outgoing.end(sizes.answered));
  });
  const send = roundTrip(bare.url, sizes.sent);
  const times = await interleaved([send, () => askOnce(hooks), send]);
  const [plain = 0, judged = 0, again = 0] = times.map((each) => median(each));
  await Promise.all([judging, bare].map(({ server }) => close(server)));
  return {
    control: again / plain,
    parts: [atMost('p50 of a judged step over that of a bare round trip', judged / plain, 2)],
    peers: [
      { name: 'bare round trip', value: plain * 1000, unit: 'us' },
      { name: 'judged step', value: judged * 1000, unit: 'us' },
    ],
  };
}

type Once = () => Promise<unknown>;

/** As in a guardian that has been up for seconds: before, it is mostly the compiler that is measured. */
const WARM = 12_000;
const MEASURED = 3000;

/** The milliseconds of single round trips, taken in a new order each round so that whatever disturbs disturbs all of them. */
async function interleaved(cases: readonly Once[]): Promise<readonly number[][]> {
  const times = cases.map((): number[] => []);
  for (let round = 0; round < WARM + MEASURED; round += 1) {
    for (const [index, run] of shuffle([...cases.entries()])) {
      const start = performance.now();
      keep(await run());
      if (round >= WARM) times[index]?.push(performance.now() - start);
    }
  }
  return times;
}

async function askOnce(hooks: Hooks): Promise<unknown> {
  return hooks.dispatch('preToolCall', { call, tool }, { session: { id: 'thread' } });
}

/** The client that a guardian is asked with: node:http over connections that stay open. */
function roundTrip(url: string, body: string): Once {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return () =>
    new Promise((resolve, reject) => {
      const sent = request(url, { agent, method: 'POST', headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => void chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

async function listen(answer: RequestListener): Promise<{ readonly url: string; server: Server }> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
