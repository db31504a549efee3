import { styleText } from 'node:util';
import { cut } from '../terminal/cut.ts';
import type { Colour } from '../terminal/decision-colours.ts';

const width = 100;
const margin = 10;

/** A label and a text that is cut where it would pass 100 columns. */
export function labelledLine(label: string, text: string, colour: Colour): string {
  return `${styleText(colour, label.padEnd(margin - 1))} ${cut(text, width - margin)}`;
}

/** A label and a text over as many lines of 100 columns as it needs. */
export function labelledLines(label: string, text: string): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= width - margin) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((words, index) => labelledLine(index === 0 ? label : '', words, 'bold'));
}
