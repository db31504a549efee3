/** One line of a timeline: an event, what it was about, and what was decided. */
export interface TimelineEntry {
  readonly event: string;
  readonly about: string;
  /** Absent where hooks are only told. */
  readonly decision?: string;
}

const row = 30;
const left = 18;
const width = 364;

/** The events of a chat from top to bottom: a filled dot was asked about, a ring was only told. */
export function timelineSvg(title: string, entries: readonly TimelineEntry[]): string {
  const height = entries.length * row + 12;
  const line = `<line x1="${left}" y1="18" x2="${left}" y2="${height - 20}" stroke="currentColor" stroke-opacity="0.3" stroke-width="2"/>`;
  return [
    `<svg class="drawing" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13" fill="currentColor">`,
    line,
    ...entries.map(lineOf),
    '</svg>\n',
  ].join('\n');
}

function lineOf({ event, about, decision }: TimelineEntry, index: number): string {
  const y = index * row + 20;
  const colour = decision === 'deny' ? '#dc2626' : '#0f766e';
  const dot =
    decision === undefined
      ? `<circle cx="${left}" cy="${y}" r="5" fill="#94a3b8"/>`
      : `<circle cx="${left}" cy="${y}" r="7" fill="${colour}"/>`;
  const said =
    decision === undefined
      ? ''
      : `<text x="${width - 8}" y="${y + 5}" text-anchor="end" font-weight="600" fill="${colour}">${decision}</text>`;
  return `${dot}<text x="34" y="${y + 5}" font-family="ui-monospace, monospace" font-size="12">${event}</text><text x="166" y="${y + 5}" font-size="12" fill-opacity="0.75">${escaped(about)}</text>${said}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
