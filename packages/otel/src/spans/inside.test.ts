import { createContextKey, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';

import { Inside } from './inside.ts';

const KEY = createContextKey('what the app keeps');
const around = ROOT_CONTEXT.setValue(KEY, 'kept');
const span = (spanId: string) =>
  trace.wrapSpanContext({ traceId: 'a'.repeat(32), spanId, traceFlags: 1 });
const [outer, inner] = [span('b'.repeat(16)), span('c'.repeat(16))];

test('a context inside a span has the span as the API looks for it, and all else that was around', () => {
  const inside = new Inside(new Inside(around, outer), inner);
  expect([trace.getSpan(inside), inside.getValue(KEY)]).toEqual([inner, 'kept']);
  expect(trace.getSpan(trace.setSpan(inside, outer))).toBe(outer);
  expect(trace.getSpan(trace.deleteSpan(inside))).toBeUndefined();
  expect(trace.deleteSpan(inside).getValue(KEY)).toBe('kept');
  const more = inside.setValue(KEY, 'other');
  expect([trace.getSpan(more), more.getValue(KEY)]).toEqual([inner, 'other']);
});

test('does not keep the spans that it was nested in', () => {
  const asked: symbol[] = [];
  const base = { ...around, getValue: (key: symbol) => void asked.push(key) };
  let inside = new Inside(base, outer);
  for (let times = 0; times < 100_000; times++) inside = new Inside(inside, inner);
  expect([inside.getValue(KEY), asked]).toEqual([undefined, [KEY]]);
});
