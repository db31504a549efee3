import type { FakeAnswer, FakePart } from '../translate/fake-values.ts';

/** Joins the parts of a stream into an answer. */
export function foldParts(parts: readonly FakePart[]): FakeAnswer {
  const said = parts.flatMap((part) => (part.type === 'said' ? [part.chunk] : [])).join('');
  const thoughts = parts.flatMap((part) => (part.type === 'thought' ? [part.chunk] : []));
  const end = parts.findLast((part) => part.type === 'end');
  return {
    said,
    ...(thoughts.length === 0 ? {} : { thought: thoughts.join('') }),
    calls: parts.flatMap((part) => (part.type === 'call' ? [part.call] : [])),
    stop: end?.type === 'end' ? end.stop : 'end',
  };
}
