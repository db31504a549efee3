import { readRawRows, readRun, UnreadableRow, type RecordedRow } from '@interpose/testing/recorded-runs';

import { attributesOf, type GenAiSpan } from './gen-ai-span.ts';
import { messagesOf } from './span-messages.ts';

const PEEK = 4096;
const NO_SPANS = 'unlike OpenTelemetry spans';

/** Whether the first row of a file is an export of OpenTelemetry spans, or one span. */
export async function isSpanFile(path: string): Promise<boolean> {
  for await (const row of readRawRows(path))
    return row.kind === 'row' && /"(resourceSpans|traceId|trace_id)"\s*:/.test(row.text.slice(0, PEEK));
  return false;
}

/**
 * Reads OpenTelemetry spans in OTLP/JSON as one run for each conversation. A line may hold an export or a span, or one
 * export may take many lines; gzip is possible. A span that names no conversation belongs to that of its trace, or to
 * the trace itself. The spans of a file are held in memory until it ends.
 */
export async function* readSpans(path: string): AsyncGenerator<RecordedRow, void, undefined> {
  const read: PlacedSpan[] = [];
  let row = 0;
  for await (const raw of readRawRows(path)) {
    const { line } = raw;
    const spans = raw.kind === 'row' ? spansIn(raw.text) : raw.reason;
    if (typeof spans === 'string') {
      row += 1;
      yield { kind: 'unreadable', row, line, reason: spans };
    } else for (const span of spans) read.push({ ...span, line });
  }
  const named = new Map<string, string>();
  for (const { trace, conversation } of read)
    if (conversation !== undefined && !named.has(trace)) named.set(trace, conversation);
  const conversations = Map.groupBy(
    read,
    ({ trace, conversation }) => conversation ?? named.get(trace) ?? trace,
  );
  for (const [conversation, spans] of conversations) {
    row += 1;
    yield toRow(conversation, spans, row);
  }
}

interface PlacedSpan extends GenAiSpan {
  readonly line: number;
}

function toRow(conversation: string, spans: PlacedSpan[], row: number): RecordedRow {
  const { line } = spans[0]!;
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
    return { kind: 'unreadable', row, line, reason: error instanceof UnreadableRow ? error.message : NO_SPANS };
  }
}

interface Export {
  readonly resourceSpans?: readonly {
    readonly scopeSpans?: readonly { readonly spans?: readonly unknown[] }[];
  }[];
}

/** Returns the spans of agents in a row, or the reason why it has none. */
function spansIn(text: string): readonly GenAiSpan[] | string {
  try {
    const value: unknown = JSON.parse(text);
    const { resourceSpans } = value as Export;
    const all =
      resourceSpans === undefined
        ? [value]
        : resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans = [] }) => spans));
    return all.flatMap((each) => attributesOf(each) ?? []);
  } catch {
    return NO_SPANS;
  }
}
