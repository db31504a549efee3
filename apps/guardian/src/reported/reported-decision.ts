import type { DecisionRecord } from '@interpose/core';
import { z } from 'zod';
import { DAY_MS } from '../storage/day-ms.ts';

const name = z.string().min(1).max(500);
const names = z.array(z.string().max(500)).max(1000);
const count = z.number().int().min(0);
const duration = z
  .number()
  .min(0)
  .max(DAY_MS * 365);
const MOST_DATA = 8192;

/** Whether data is short enough. Data nested thousands of times is longer, and would stop its readers. */
function isShort(data: object): boolean {
  try {
    return JSON.stringify(data).length <= MOST_DATA;
  } catch {
    return false;
  }
}

const verb = z.enum(['deny', 'respond', 'ask', 'retry', 'modify', 'allow']);

const step = z.object({
  hook: z.string().max(500),
  decision: verb,
  code: z.string().max(500).optional(),
  ms: duration,
});

const record = z.object({
  event: name,
  id: name,
  seq: count,
  at: count,
  sessionId: name,
  chatId: name,
  agent: z.object({ id: name, name: name.optional() }),
  user: z.object({ id: name, organisation: z.string().max(500).optional() }).optional(),
  trace: z
    .object({ traceparent: z.string().max(500), tracestate: z.string().max(1000).optional() })
    .optional(),
  decision: verb,
  by: names,
  codes: names,
  reason: z.string().max(2000).optional(),
  data: z
    .record(z.string(), z.unknown())
    .refine(isShort, `is longer than ${MOST_DATA} characters`)
    .optional(),
  problem: z.string().max(10_000).optional(),
  tool: z.string().max(500).optional(),
  changed: z.boolean(),
  hooks: count,
  mode: z.enum(['enforce', 'monitor']),
  ms: duration,
  settled: z.enum(['approved', 'refused', 'timeout', 'suspended']).optional(),
  approvedBy: z.string().max(500).optional(),
  steps: z.array(step).max(1000).optional(),
  digest: z.string().max(200).optional(),
});

/** A decision that an agent made in its own process, as `@interpose/aos/report` sends it. */
const reportedDecision = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{8,80}$/, 'is no id'),
  framework: z.string().max(200).optional(),
  parentChatId: name.optional(),
  /** The cost in dollars, limited so that sums stay numbers. */
  spend: z.number().min(0).max(1_000_000).optional(),
  record,
});

/** A batch. Each decision is read by itself, so that an unreadable one does not affect the others. */
export const reportInput = z.object({
  decisions: z.array(z.unknown()).max(2000),
  /** The number of decisions that the agent lost for lack of room. */
  lost: count.optional(),
});

/** One decision of a batch. */
export interface ReportedDecision {
  readonly id: string;
  readonly framework?: string;
  readonly parentChatId?: string;
  readonly spend?: number;
  readonly record: DecisionRecord;
}

/** Reads one decision; a text says what is wrong with it. */
export function readReported(input: unknown): ReportedDecision | string {
  const read = reportedDecision.safeParse(input);
  if (read.success) return read.data as ReportedDecision; // zod types absent fields as undefined too
  const [issue] = read.error.issues;
  return `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`;
}
