import assert from 'node:assert/strict';

import { ask, type ApprovalRequest, type Dict } from '@interpose/core';

import type { Behaviour, Proof } from '../../behaviour.ts';
import type { Bench } from '../../bench.ts';
import type { Feature } from '../../feature.ts';
import type { HarnessRun } from '../../scenario/harness-run.ts';
import {
  a2a,
  compaction,
  knowledge,
  mcp,
  memory,
  trigger,
  type LoggingSeam,
} from '../../kit/logging-seams.ts';
import { oneCall, question } from '../../kit/one-call.ts';
import { says } from '../../kit/script.ts';
import { theme } from '../../kit/theme.ts';

interface SeamPoint {
  readonly id: string;
  readonly event:
    | 'onTrigger'
    | 'preKnowledgeQuery'
    | 'onKnowledgeRetrieved'
    | 'onMemoryRetrieved'
    | 'preMemoryStore'
    | 'preCompact'
    | 'preMcpMessage'
    | 'onMcpMessage'
    | 'preA2aMessage'
    | 'onA2aMessage';
  readonly needs: Feature;
  readonly rows: readonly number[];
  /** The seam, which logs what was done through it. */
  readonly seams: LoggingSeam;
  /** The log entry, or the text that a model read, that exists only after a yes. */
  readonly trace: string;
}

const points: readonly SeamPoint[] = [
  {
    id: 'C318',
    event: 'onTrigger',
    needs: 'trigger',
    rows: [1, 57],
    seams: trigger,
    trace: 'pay invoice 7',
  },
  {
    id: 'C319',
    event: 'preKnowledgeQuery',
    needs: 'knowledge',
    rows: [17, 57],
    seams: knowledge,
    trace: 'searched',
  },
  {
    id: 'C320',
    event: 'onKnowledgeRetrieved',
    needs: 'knowledge',
    rows: [16, 57],
    seams: knowledge,
    trace: 'ten euros',
  },
  {
    id: 'C321',
    event: 'onMemoryRetrieved',
    needs: 'memory',
    rows: [14, 57],
    seams: memory,
    trace: 'they like bread',
  },
  {
    id: 'C322',
    event: 'preMemoryStore',
    needs: 'memory',
    rows: [15, 57],
    seams: memory,
    trace: 'stored 1',
  },
  {
    id: 'C323',
    event: 'preCompact',
    needs: 'compaction',
    rows: [27, 57],
    seams: compaction,
    trace: 'summed up',
  },
  {
    id: 'C324',
    event: 'preMcpMessage',
    needs: 'mcp',
    rows: [18, 57],
    seams: mcp,
    trace: 'sent tools/call',
  },
  {
    id: 'C325',
    event: 'onMcpMessage',
    needs: 'mcp',
    rows: [19, 57],
    seams: mcp,
    trace: 'ten euros',
  },
  { id: 'C326', event: 'preA2aMessage', needs: 'a2a', rows: [20, 57], seams: a2a, trace: 'asked' },
  {
    id: 'C327',
    event: 'onA2aMessage',
    needs: 'a2a',
    rows: [20, 57],
    seams: a2a,
    trace: 'ten euros',
  },
];

/** Behaviours for an ask at the seams around the loop. */
export const askSeams: readonly Behaviour[] = theme(
  'ask-seams',
  points.map((point) => ({
    id: point.id,
    title: `an ask at ${point.event} is settled by the approver: yes goes on, no is a deny`,
    rows: point.rows,
    needs: [point.needs],
    proves: [`${point.event}:ask` satisfies Proof],
    async run(bench: Bench) {
      for (const approved of [true, false]) {
        const { run, log, asked } = await askedRun(bench, point, approved);
        assert.deepEqual(asked, [point.event], 'the approver was asked once');
        const traces = JSON.stringify([log, run.requests]);
        assert.equal(traces.includes(point.trace), approved, traces);
      }
    },
  })),
);

async function askedRun(
  bench: Bench,
  { event, needs, seams }: SeamPoint,
  approved: boolean,
): Promise<{ readonly run: HarnessRun; readonly log: string[]; readonly asked: string[] }> {
  const asked: string[] = [];
  const hooks = bench.hooks({
    approver: (request: ApprovalRequest) => {
      asked.push(request.event);
      return { approved };
    },
  });
  hooks.addHook(event, (ctx) => (concerns(ctx) ? ask('a person should look') : undefined));
  const log: string[] = [];
  const run = await bench.start({
    hooks,
    model: needs === 'mcp' ? oneCall('lookup') : [says('Done.')],
    messages: needs === 'trigger' ? [] : question,
    seams: seams(log),
  });
  await hooks.flush();
  return { run, log, asked };
}

/** Whether a context is to be asked about: of all MCP messages, only the tool call and its answer are. */
function concerns(ctx: object): boolean {
  const { server, message } = ctx as { readonly server?: unknown; readonly message?: Dict };
  if (server === undefined || message === undefined) return true;
  return message['method'] === 'tools/call' || JSON.stringify(message).includes('ten euros');
}
