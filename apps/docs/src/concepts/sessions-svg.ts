/** A chat of a session, with the steps in it and the chats inside it, in the order they began. */
export interface DrawnChat {
  readonly agent: string;
  readonly parts: readonly (string | DrawnChat)[];
}

/** A session with its chats. */
export interface DrawnSession {
  readonly id: string;
  readonly user: string;
  readonly chats: readonly DrawnChat[];
}

const width = 360;
const line = 26;
const gap = 10;

/** Sessions as boxes, chats as boxes in them, and a line for each step. */
export function sessionsSvg(title: string, sessions: readonly DrawnSession[]): string {
  const boxes: string[] = [];
  let y = 4;
  for (const session of sessions) {
    const inner: string[] = [];
    let bottom = y + line + 6;
    for (const chat of session.chats) bottom = drawChat(chat, 22, bottom, inner) + gap;
    boxes.push(
      boxAt(8, y, bottom - y, 0.06),
      label(20, y + 20, `session ${session.id}`, `of ${session.user}`),
      ...inner,
    );
    y = bottom + gap;
  }
  return [
    `<svg class="drawing" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13" fill="currentColor">`,
    ...boxes,
    '</svg>\n',
  ].join('\n');
}

/** Draws a chat at this height, and gives back where it ends. */
function drawChat({ agent, parts }: DrawnChat, x: number, top: number, into: string[]): number {
  const inner: string[] = [];
  let y = top + line + 4;
  for (const part of parts) {
    if (typeof part !== 'string') {
      y = drawChat(part, x + 14, y + 2, inner) + gap;
      continue;
    }
    inner.push(
      `<circle cx="${x + 20}" cy="${y + 9}" r="4" fill="#0f766e"/><text x="${x + 32}" y="${y + 14}" font-family="ui-monospace, monospace" font-size="12">${part}</text>`,
    );
    y += line - 3;
  }
  into.push(
    boxAt(x, top, y + 4 - top, 0.1),
    label(x + 12, top + 20, 'chat', `of ${agent}`),
    ...inner,
  );
  return y + 4;
}

function boxAt(x: number, y: number, height: number, opacity: number): string {
  return `<rect x="${x}" y="${y}" width="${width - 2 * x}" height="${height}" rx="6" fill="#0f766e" fill-opacity="${opacity}" stroke="#0f766e" stroke-opacity="0.5"/>`;
}

function label(x: number, y: number, name: string, of: string): string {
  return `<text x="${x}" y="${y}"><tspan font-weight="600">${name}</tspan> <tspan fill-opacity="0.7">${of}</tspan></text>`;
}
