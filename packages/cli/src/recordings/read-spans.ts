import { readRawRows, readRun, UnreadableRow, type RecordedRow } from '@interpose/testing/recorded-runs';

import { attributesOf, type GenAiSpan } from './gen-ai-span.ts';
import { messagesOf } from './span-messages.ts';

const PEEK = 4096;

/** True for a file whose first row is an export of OpenTelemetry spans, or one span. */
export async function isSpanFile(path: string): Promise<boolean> {
  for await (const row of readRawRows(path))
    return row.kind === 'row' && /"(?:resourceSpans|traceId|trace_id)"\s*:/.test(row.text.slice(0, PEEK));
  return false;
}

/**
 * Reads OpenTelemetry spans as OTLP/JSON writes them, an export or a span on each line or one over many, packed or not,
 * as runs: one for each conversation. Where a span names none, that of its trace counts, and else the trace itself. The
 * spans of a file are held until it ends.
 */
export async function* readSpans(path: string): AsyncGenerator<RecordedRow, void, undefined> {
  const read: { readonly line: number; readonly span: GenAiSpan }[] = [];
  let row = 0;
  for await (const raw of readRawRows(path)) {
    const spans = raw.kind === 'row' ? spansIn(raw.text) : undefined;
    const { line } = raw;
    if (spans !== undefined) for (const span of spans) read.push({ line, span });
    else {
      row += 1;
      yield { kind: 'unreadable', row, line, reason: raw.kind === 'row' ? 'not JSON' : raw.reason };
    }
  }
  const named = new Map<string, string>();
  for (const { span } of read)
    if (span.conversation !== undefined && !named.has(span.trace)) named.set(span.trace, span.conversation);
  const conversations = Map.groupBy(
    read,
    ({ span }) => span.conversation ?? named.get(span.trace) ?? span.trace,
  );
  for (const [conversation, all] of conversations) {
    row += 1;
    yield toRow(conversation, all.map(({ span }) => span), row, all[0]?.line ?? 1);
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
