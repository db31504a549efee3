const columns = [0, 90, 310, 500];
const row = 26;

/** Colours of the first word of a decision line, as a terminal shows them. */
const colours: Readonly<Record<string, string>> = {
  allow: '#4ade80',
  deny: '#f87171',
  ask: '#facc15',
};

/** Lines of `logDecisions` as a picture of a terminal; other lines are what the agent printed. */
export function decisionLogSvg(lines: readonly string[]): string {
  const width = 980;
  const height = lines.length * row + 56;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="The log of three decisions" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13">`,
    `<rect width="${width}" height="${height}" rx="10" fill="#0f172a"/>`,
    ...['#f87171', '#facc15', '#4ade80'].map(
      (colour, index) => `<circle cx="${22 + index * 18}" cy="20" r="5" fill="${colour}"/>`,
    ),
    ...lines.map((line, index) => lineOf(line, index * row + 54)),
    '</svg>\n',
  ].join('\n');
}

function lineOf(line: string, y: number): string {
  const [said = '', ...rest] = line.split(/ {2,}/);
  const colour = colours[said];
  if (colour === undefined) return textAt(22, y, '#e2e8f0', line);
  const [about = '', by = '', ...more] = rest;
  const hasName = by.includes('/');
  const cells = [said, about, hasName ? by : '', [...(hasName ? [] : [by]), ...more].join('  ')];
  return cells
    .map((cell, index) => textAt(22 + columns[index]!, y, index === 0 ? colour : '#94a3b8', cell))
    .join('');
}

function textAt(x: number, y: number, fill: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" fill="${fill}" xml:space="preserve">${escaped}</text>`;
}
