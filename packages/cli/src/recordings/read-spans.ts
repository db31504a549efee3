import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { readRun, UnreadableRow, type RecordedRow } from '@interpose/testing/recorded-runs';

import { attributesOf, type GenAiSpan } from './gen-ai-span.ts';
import { messagesOf } from './span-messages.ts';

const PEEK = 4096;

/** True for a file whose first row is an export of OpenTelemetry spans, or one span. */
export function isSpanFile(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(PEEK);
    const head = buffer.toString('utf8', 0, readSync(file, buffer, 0, PEEK, 0));
    return /"resourceSpans"\s*:/.test(head) || /"(?:traceId|trace_id)"\s*:/.test(head.split('\n')[0] ?? '');
  } finally {
    closeSync(file);
  }
}

/**
 * Reads OpenTelemetry spans as OTLP/JSON writes them, an export or a span on each line, as runs: one for each
 * conversation, or for each trace where no span names a conversation. The spans of a file are held until it ends.
 */
export async function* readSpans(path: string): AsyncGenerator<RecordedRow, void, undefined> {
  const conversations = new Map<string, { readonly line: number; readonly spans: GenAiSpan[] }>();
  let line = 0;
  let row = 0;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    line += 1;
    if (text.trim() === '') continue;
    const spans = spansIn(text);
    if (spans === undefined) {
      row += 1;
      yield { kind: 'unreadable', row, line, reason: 'not JSON' };
      continue;
    }
    for (const span of spans) {
      const known = conversations.get(span.conversation);
      if (known === undefined) conversations.set(span.conversation, { line, spans: [span] });
      else known.spans.push(span);
    }
  }
  for (const [conversation, { line: first, spans }] of conversations) {
    row += 1;
    yield toRow(conversation, spans, row, first);
  }
}

function toRow(conversation: string, spans: GenAiSpan[], row: number, line: number): RecordedRow {
  const ordered = spans.toSorted((one, other) => one.startedAt - other.startedAt);
  const agent = ordered.find((span) => span.agent !== undefined)?.agent;
  try {
    const run = readRun({
      session: conversation,
      ...(agent === undefined ? {} : { agent: { id: agent } }),
      messages: messagesOf(ordered),
    });
    return { kind: 'run', row, line, run };
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    return { kind: 'unreadable', row, line, reason: error.message };
  }
}

interface Export {
  readonly resourceSpans?: readonly {
    readonly scopeSpans?: readonly { readonly spans?: readonly unknown[] }[];
  }[];
}

function spansIn(text: string): readonly GenAiSpan[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { resourceSpans } = (value ?? {}) as Export;
  const all =
    resourceSpans === undefined
      ? [value]
      : resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans = [] }) => spans));
  return all.map(attributesOf).filter((span) => span !== undefined);
}
