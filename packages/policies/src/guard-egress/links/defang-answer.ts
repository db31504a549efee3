import { mapText, type Message, type ModelResponse, type Part } from '@interpose/core';

import { defangLinks, type LinkTest } from './defang-links.ts';
import { linkPendingFrom } from './link-pending.ts';

/** The characters before and behind a joint that a link over it can have. */
const LONGEST = 4096;
/** The characters before a link that decide whether it is one. */
const LEFT = 256;

/**
 * Makes the links of an answer unreadable that must not stay, also those that lie in adjacent texts: they are shown as
 * one text. Such texts become one part.
 */
export function defangAnswer<T extends ModelResponse | Message>(answer: T, mayStay: LinkTest): T {
  const defang = (text: string): string => defangLinks(text, mayStay);
  const safe = mapText(answer, defang);
  let content: Part[] | undefined;
  const { length } = safe.content;
  for (let start = 0, end = 1; start < length; start = end, end += 1) {
    while (end < length && safe.content[end]!.type === 'text') end += 1;
    const parts = safe.content.slice(start, end);
    const joined = joinUnsafe(parts, defang);
    if (joined !== parts) content ??= safe.content.slice(0, start);
    content?.push(...joined);
  }
  return content === undefined ? safe : { ...safe, content };
}

/** Returns the same parts if no link lies over one of their joints. */
function joinUnsafe(parts: readonly Part[], defang: (text: string) => string): readonly Part[] {
  const first = parts.findIndex(({ type }) => type === 'text');
  if (parts.length - first < 2 || first < 0) return parts;
  const texts = parts.slice(first).map((part) => (part.type === 'text' ? part.text : ''));
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
  return [...parts.slice(0, first), { type: 'text', text }];
}
