import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'replay-'));

/** Writes a file beside nothing of this project and gives its path. */
export function writeFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** One row: a user wants a refund of this amount and gets it. */
export function refundRow(amount: number): string {
  return JSON.stringify({
    suite: 'shop',
    messages: [
      { role: 'system', content: 'You work for a shop.' },
      { role: 'user', content: `Pay back ${amount}.` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', name: 'refund', args: { amount } }],
      },
      { role: 'tool', tool_call_id: 'call_1', name: 'refund', content: 'done', error: null },
      { role: 'assistant', content: 'It is paid back.' },
    ],
  });
}

/** One row with most of what real recordings do and tidy ones do not. */
export const irregularRow: string = JSON.stringify([
  { role: 'assistant', content: 'How can I help?' },
  { role: 'user', content: 'First.' },
  { role: 'user', content: 'Second.' },
  {
    role: 'assistant',
    content: 'I look.',
    tool_calls: [
      { id: 'same', type: 'function', function: { name: 'find it!', arguments: '{"q":1}' } },
      { id: 'same', type: 'function', function: { name: 'find it!', arguments: '{"q":' } },
      { id: 'lost', type: 'function', function: { name: '__proto__', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'same', content: 'one' },
  { role: 'tool', tool_call_id: 'same', content: '', error: 'no JSON' },
  { role: 'assistant', content: '' },
  { role: 'assistant', content: 'Nothing.' },
  { role: 'user', content: 'Go on.' },
  { role: 'assistant', tool_calls: [{ id: 'same', name: 'find it!', args: [] }] },
  { role: 'user', content: 'Bye.' },
]);
