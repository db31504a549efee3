import { expect, test } from 'vitest';
import { progressBar } from './progress-bar.ts';

function target(
  isTTY: boolean,
  columns = 80,
): { written: string[]; isTTY: boolean; columns: number; write(text: string): void } {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text) => void written.push(text) };
}

test('nothing is drawn where there is no terminal', () => {
  const { written, ...stream } = target(false);
  const bar = progressBar(2, stream);
  bar.show(1);
  bar.clear();
  expect(written).toEqual([]);
});

test('a terminal shows how many runs are done', () => {
  const { written, ...stream } = target(true);
  const bar = progressBar(2, stream);
  bar.show(1);
  bar.show(2);
  expect(written[0]).toContain(`${'█'.repeat(20)}${'░'.repeat(20)} 1 of 2 runs`);
  expect(written[1]).toContain(`${'█'.repeat(40)} 2 of 2 runs`);
});

test('a bar is drawn at most every 50 milliseconds, but always when all is done', () => {
  const { written, ...stream } = target(true);
  const bar = progressBar(1000, stream);
  for (let done = 1; done <= 1000; done += 1) bar.show(done);
  expect(written.length).toBeLessThan(100);
  expect(written.at(-1)).toContain('1000 of 1000 runs');
});

test('a bar is no wider than the terminal', () => {
  const { written, ...stream } = target(true, 40);
  progressBar(648, stream).show(648);
  expect(written[0]?.replace('\r\u001B[K', '').length).toBeLessThanOrEqual(40);
});

test('a cleared bar leaves an empty line', () => {
  const { written, ...stream } = target(true);
  progressBar(2, stream).clear();
  expect(written).toEqual(['\r\u001B[K']);
});
