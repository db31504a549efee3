import type { Trigger } from '../kinds/kind.ts';

/** A stretch of a text that may hold values, and the bits of the triggers in it. */
export interface Window {
  readonly start: number;
  readonly end: number;
  readonly triggers: number;
}

/** The bit of each trigger. */
export const TRIGGER_BITS: Readonly<Record<Trigger, number>> = {
  at: 1,
  digit: 2,
  scheme: 4,
  dot: 8,
};

const TRIGGER = /[@\d]|:\/\/|\.[A-Za-z\u0080-\uffff]/g;
const BLANK = /\s/g;

/** A single blank that a value may contain: before digits, capitals, brackets, signs and extensions. */
const BRIDGE = /[ \u00a0\u202f](?=[\dA-Z(+.-]|[xX#] ?\d|[eE]xt)/y;

/**
 * Returns the words of a text that hold a trigger, each with the words that may continue it, in order and without
 * overlaps. Every character is read a fixed number of times.
 *
 * @example
 * windowsOf('call 358 0594 now'); // [{ start: 5, end: 13, triggers: 2 }]
 */
export function windowsOf(text: string): Window[] {
  const windows: Window[] = [];
  let from = 0;
  for (;;) {
    TRIGGER.lastIndex = from;
    const hit = TRIGGER.exec(text);
    if (hit === null) return windows;
    const start = wordStart(text, hit.index, from);
    const end = windowEnd(text, hit.index);
    windows.push({ start, end, triggers: triggersIn(text, hit.index, end) });
    from = end;
  }
}

function wordStart(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && !isBlank(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function windowEnd(text: string, at: number): number {
  let end = wordEnd(text, at);
  for (;;) {
    BRIDGE.lastIndex = end;
    if (!BRIDGE.test(text)) return end;
    end = wordEnd(text, BRIDGE.lastIndex);
  }
}

function wordEnd(text: string, at: number): number {
  BLANK.lastIndex = at;
  return BLANK.exec(text)?.index ?? text.length;
}

function triggersIn(text: string, start: number, end: number): number {
  let triggers = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) triggers |= TRIGGER_BITS.digit;
    else if (unit === 0x40) triggers |= TRIGGER_BITS.at;
    else if (unit === 0x2e) triggers |= TRIGGER_BITS.dot;
    else if (unit === 0x3a && text.startsWith('://', at)) triggers |= TRIGGER_BITS.scheme;
  }
  return triggers;
}

function isBlank(unit: number): boolean {
  return (
    unit === 0x20 ||
    (unit >= 0x09 && unit <= 0x0d) ||
    unit === 0xa0 ||
    (unit > 0xff && /\s/.test(String.fromCharCode(unit)))
  );
}
