import { Agent, request } from 'node:http';

import { BenchError } from '../bench-error.ts';
import { TOKEN } from './started-guardian.ts';

/** What guardians answered in one round. */
export interface Round {
  readonly perSecond: number;
  /** Milliseconds of each decision, in order of size. */
  readonly times: readonly number[];
}

const CONNECTIONS = 16;
const STEPS_OF_A_SESSION = 20;
let asked = 0;

/** Asks guardians about tool calls over 16 connections that stay open, each as soon as its last answer is there. */
export async function loadGuardians(urls: readonly string[], forMs: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const start = performance.now();
  const connection = async (url: string): Promise<void> => {
    while (performance.now() - start < forMs) {
      const began = performance.now();
      await askOnce(url, agent);
      times.push(performance.now() - began);
    }
  };
  const connections = Array.from({ length: CONNECTIONS }, (_, index) => urls[index % urls.length]!);
  await Promise.all(connections.map(connection));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { perSecond: times.length / seconds, times: times.toSorted((a, b) => a - b) };
}

function askOnce(url: string, agent: Agent): Promise<void> {
  const body = stepOf(++asked);
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        if (response.statusCode === 200 && text.includes('"allow"')) return resolve();
        const problem = `a guardian answered ${response.statusCode} ${text.slice(0, 200)}`;
        reject(new BenchError('bench_guardian_failed', problem, 'read what it says'));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A tool call as our client sends it, of a session of twenty. */
function stepOf(number: number): string {
  const session = { id: `bench-${process.pid}-${Math.floor(number / STEPS_OF_A_SESSION)}` };
  const id = `${session.id}:${number}`;
  const inputs = [
    { name: 'order', value: `A-${number}` },
    { name: 'cents', value: 500 },
    { name: 'reason', value: 'late' },
  ];
  const about = { name: 'app', version: 'unknown' };
  const context = {
    agent: { id: 'app', ...about, instructions: '', provider: { name: 'unknown', url: '' } },
    session,
    turnId: `${session.id}-1`,
    stepId: id,
    timestamp: new Date().toISOString(),
    interpose: {
      tool: { name: 'refund', origin: 'local', known: true, enabled: true },
      host: { framework: 'app', version: '' },
    },
  };
  const toolCallRequest = { executionId: `call_${number}`, toolId: 'refund', inputs };
  const params = { toolCallRequest, context };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'steps/toolCallRequest', params });
}
