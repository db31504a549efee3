import { mapText, type Message, type ModelResponse, type Part } from '@interpose/core';

import { mapTextRuns, textsOf } from '../../shared/values/text-runs.ts';
import { defangLinks, type LinkTest } from './defang-links.ts';
import { LEFT, linkPendingFrom } from './link-pending.ts';

/** The characters before and behind a joint that a link over it can have. */
const LONGEST = 4096;

/**
 * Makes the links of an answer unreadable that must not stay, also those that lie in adjacent texts: they are shown as
 * one text. Such texts become one part.
 */
export function defangAnswer<T extends ModelResponse | Message>(answer: T, mayStay: LinkTest): T {
  const defang = (text: string): string => defangLinks(text, mayStay);
  const safe = mapText(answer, defang);
  const content = mapTextRuns(safe.content, (texts) => joinUnsafe(texts, defang));
  return content === safe.content ? safe : { ...safe, content };
}

/** Returns the same parts if no link lies over one of their joints. */
function joinUnsafe(parts: readonly Part[], defang: (text: string) => string): readonly Part[] {
  if (parts[0]!.type !== 'text') return parts;
  const texts = textsOf(parts);
  const whole = texts.join('');
  let joint = 0;
  const isUnsafe = texts.slice(0, -1).some((text) => {
    joint += text.length;
    const before = whole.slice(Math.max(0, joint - LONGEST), joint);
    const left = before.length - linkPendingFrom(before) + LEFT;
    const stretch = whole.slice(Math.max(0, joint - left), joint + LONGEST);
    return defang(stretch) !== stretch;
  });
  const text = isUnsafe ? defang(whole) : whole;
  if (text === whole) return parts;
  return [{ type: 'text', text }];
}
