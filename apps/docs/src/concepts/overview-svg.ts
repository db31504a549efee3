/** No wider than a telephone, so that nothing in it gets smaller there. */
const width = 360;
const height = 64;
const gap = 34;

/** Boxes from top to bottom, with an arrow between two that follow each other and what the arrow carries beside it. */
export function overviewSvg(
  title: string,
  boxes: readonly (readonly [name: string, what: string, passesOn: string])[],
): string {
  const parts = boxes.map(([name, what, passesOn], index) => {
    const y = index * (height + gap) + 4;
    const box = `<rect x="8" y="${y}" width="${width - 16}" height="${height}" rx="8" fill="#0f766e" fill-opacity="0.1" stroke="#0f766e" stroke-opacity="0.5"/>`;
    const text = `<text x="24" y="${y + 27}" font-weight="600">${name}</text><text x="24" y="${y + 48}" font-size="13" fill-opacity="0.75">${what}</text>`;
    return `${box}${text}${index < boxes.length - 1 ? arrowFrom(y + height, passesOn) : ''}`;
  });
  return [
    `<svg class="drawing" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${boxes.length * (height + gap) - gap + 8}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="14" fill="currentColor">`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function arrowFrom(y: number, passesOn: string): string {
  const end = y + gap - 4;
  const line = `<path d="M 34 ${y + 3} V ${end} m -5 -6 l 5 6 l 5 -6" fill="none" stroke="currentColor" stroke-opacity="0.6" stroke-width="1.5"/>`;
  return `${line}<text x="50" y="${y + gap / 2 + 4}" font-size="12" fill-opacity="0.7">${passesOn}</text>`;
}
