/** What one mode lets a reader see: the whole text so far, after each piece of the model and after its end. */
export interface Lane {
  readonly name: string;
  readonly steps: readonly string[];
}

const width = 360;
/** Where the text of the reader begins. */
const left = 96;
const row = 24;
const head = 30;

/** A line for each piece of the model, and a column of text for each mode: what had reached the reader by then. */
export function lanesSvg(title: string, pieces: readonly string[], lanes: readonly Lane[]): string {
  const rows = [...pieces.map((piece) => `“${piece.trim()}”`), 'end'];
  const block = rows.length * row + head + 14;
  const height = lanes.length * block;
  return [
    `<svg class="drawing" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="14" fill="currentColor">`,
    ...lanes.map((lane, index) => laneOf(lane, rows, index * block)),
    '</svg>\n',
  ].join('\n');
}

function laneOf({ name, steps }: Lane, rows: readonly string[], top: number): string {
  const longest = Math.max(...steps.map((text) => text.length));
  const unit = (width - left - 26) / longest;
  const lines = steps.map((text, index) => {
    const y = top + head + index * row;
    const bar =
      text === ''
        ? ''
        : `<rect x="${left}" y="${y}" width="${(text.length * unit + 12).toFixed(0)}" height="19" rx="3" fill="#0f766e" fill-opacity="0.25"/>`;
    return `<text x="${left - 12}" y="${y + 14}" text-anchor="end" font-size="12" fill-opacity="0.6">${escaped(rows[index] ?? '')}</text>${bar}<text x="${left + 6}" y="${y + 14}" font-family="ui-monospace, monospace" font-size="10">${escaped(text)}</text>`;
  });
  const label = `<text x="${left + 6}" y="${top + 20}" font-weight="600" fill="#0f766e">${name}: what the reader has</text>`;
  const columns = `<text x="${left - 12}" y="${top + 20}" text-anchor="end" font-size="12" fill-opacity="0.6">model writes</text>`;
  return [columns, label, ...lines].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
