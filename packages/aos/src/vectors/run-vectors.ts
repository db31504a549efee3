import { judgeExchange } from './judge-exchange.ts';
import { judgeNormalize } from './judge-normalize.ts';
import { judgeRequest } from './judge-request.ts';
import { judgeResponse } from './judge-response.ts';
import type { Bench, Listen, Vector } from './vector.ts';

/**
 * The number of vectors that pass, and why others fail.
 *
 * @example
 * const report: VectorReport = { passed: 1, failed: 1, failures: [{ id: 'native.ping', why: 'valid is false' }] };
 */
export interface VectorReport {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly { readonly id: string; readonly why: string }[];
}

/**
 * Runs wire vectors of AOS 0.1 against this package in both roles: as host and as guardian.
 *
 * @example
 * const report = await runVectors([], async (handler) => ({ url: 'http://127.0.0.1:1', close: async () => void handler }));
 * report.failed; // => 0
 */
export async function runVectors(
  vectors: readonly Vector[],
  listen: Listen,
): Promise<VectorReport> {
  const handlers = new Map<string, (request: Request) => Promise<Response>>();
  const server = await listen(async (request) => {
    const handler = handlers.get(new URL(request.url).pathname);
    return handler === undefined ? new Response('', { status: 404 }) : handler(request);
  });
  const bench: Bench = {
    at: (handler) => {
      const path = `/${handlers.size}`;
      handlers.set(path, handler);
      return new URL(path, server.url).href;
    },
  };
  const failures: { id: string; why: string }[] = [];
  try {
    for (const vector of vectors) {
      const why = await judge(vector, bench);
      if (why !== undefined) failures.push({ id: vector.id, why });
    }
  } finally {
    await server.close();
  }
  return { passed: vectors.length - failures.length, failed: failures.length, failures };
}

async function judge(vector: Vector, bench: Bench): Promise<string | undefined> {
  try {
    switch (vector.kind) {
      case 'request':
        return await judgeRequest(vector, bench);
      case 'response':
        return await judgeResponse(vector, bench);
      case 'normalize':
        return await judgeNormalize(vector);
      case 'exchange':
        return await judgeExchange(vector, bench);
      default:
        return `there is no kind ${vector.kind}`;
    }
  } catch (error) {
    return String(error);
  }
}
