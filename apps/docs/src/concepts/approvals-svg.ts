/** What became of one yes: what changed since it was asked for, the digest that the step has now, and what happened. */
export interface Fate {
  readonly since: string;
  /** Of what is about to run. */
  readonly digest: string;
  /** Such as `runs` or `denied: approval_mismatch`. */
  readonly outcome: string;
}

const width = 360;
const row = 44;
const head = 62;

/** The digest that a person said yes to, and below it what each later step has instead: green is the same, red another one. */
export function approvalsSvg(title: string, asked: Fate, fates: readonly Fate[]): string {
  const height = head + fates.length * row + 8;
  return [
    `<svg class="drawing" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13" fill="currentColor">`,
    `<text x="14" y="20" font-weight="600">${asked.since}</text>`,
    digestAt(14, 28, asked.digest, true),
    `<text x="130" y="43" fill-opacity="0.75">${asked.outcome}</text>`,
    `<line x1="14" y1="58" x2="${width - 14}" y2="58" stroke="currentColor" stroke-opacity="0.3"/>`,
    ...fates.map((fate, index) => fateAt(fate, head + index * row, fate.digest === asked.digest)),
    '</svg>\n',
  ].join('\n');
}

function fateAt({ since, digest, outcome }: Fate, top: number, isSame: boolean): string {
  const colour = outcome === 'runs' ? '#0f766e' : '#dc2626';
  const text = `<text x="130" y="${top + 16}">${since}</text>`;
  const end = `<text x="130" y="${top + 33}" font-weight="600" fill="${colour}">${outcome}</text>`;
  return `${digestAt(14, top + 8, digest, isSame)}${text}${end}`;
}

/** The first digits, on the colour of whether they are those of the yes. */
function digestAt(x: number, y: number, digest: string, isSame: boolean): string {
  const colour = isSame ? '#0f766e' : '#dc2626';
  const box = `<rect x="${x}" y="${y}" width="104" height="22" rx="4" fill="${colour}" fill-opacity="0.2"/>`;
  return `${box}<text x="${x + 8}" y="${y + 15}" font-family="ui-monospace, monospace" font-size="12">${digest.slice(0, 10)}…</text>`;
}
