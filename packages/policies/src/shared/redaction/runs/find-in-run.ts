import type { PlaceInRun } from '../values/scalar.ts';
import type { Detector, Span } from '../redactor/detector.ts';
import { findSpans } from '../redactor/find-spans.ts';
import { begunFrom } from '../redactor/pending-from.ts';

const NONE: readonly Span[] = [];
/** The characters before a value that give it its meaning, and the first step into the text behind a joint. */
const LEFT = 64;
const RIGHT = 256;
/** The longest value that is looked for around a joint: a private key. */
const LONGEST = 20_000;

/**
 * Returns the values in adjacent texts, read as one, if one of them lies at or behind a joint; none otherwise. Each
 * text was searched for itself, so only the stretches around the joints are read at first.
 *
 * @example
 * findInRun({ text: 'ann@mail.com', joints: [8], at: 0 }, [emails]); // [{ start: 0, end: 12, type: 'EMAIL' }]
 */
export function findInRun(
  { text, joints }: PlaceInRun,
  detectors: readonly Detector[],
): readonly Span[] {
  let read = 0;
  for (const joint of joints) {
    const before = text.slice(Math.max(0, joint - LONGEST), joint);
    const begun = before.length - begunFrom(before, detectors);
    const start = Math.max(0, joint - begun - LEFT);
    // The stretch grows until every value over the joint is whole.
    for (let end = joint + RIGHT, isOpen = true; isOpen; end += 3 * (end - joint)) {
      const stretch = text.slice(start, end);
      read += stretch.length;
      const isAll = read > text.length;
      if (isAll || findSpans(stretch, detectors).some((span) => span.end > joint - start))
        return findSpans(text, detectors);
      isOpen = end < text.length && begunFrom(stretch, detectors) < joint - start;
    }
  }
  return NONE;
}
