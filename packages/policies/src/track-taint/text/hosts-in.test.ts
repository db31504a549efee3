import fc from 'fast-check';
import { expect, test } from 'vitest';

import { hostOf, hostsIn, isWithin } from './hosts-in.ts';

test.each([
  ['www.Example.com/a?b', 'example.com'],
  ['https://example.com:8080/', 'example.com'],
  ['example.com:8080/a', 'example.com'],
  ['https://good.example@evil.example/', 'evil.example'],
  ['https://evil.example\\@good.example/', 'evil.example'],
  ['https://evil.example/?to=good.example', 'evil.example'],
  ['https://evil.example#good.example', 'evil.example'],
  ['//evil.example/good.example', 'evil.example'],
  ['HTTP://ＥＶＩＬ.example/', 'evil.example'],
  ['www.a_b.example', 'a_b.example'],
  ['javascript:alert(1)', undefined],
  ['file:///etc/passwd', undefined],
  ['data:text/html,good.example', undefined],
  ['', undefined],
  ['http://', undefined],
])('%s leads to %s', (url, host) => {
  expect(hostOf(url)).toBe(host);
});

test('a text names the hosts that stand in it, and no address names one', () => {
  expect(
    hostsIn('See https://www.Example.com/a?b, docs.example.org. Or ask bob@mail.example!'),
  ).toEqual(['example.com', 'docs.example.org']);
});

test('hosts of other alphabets are whole, and stand inside of Chinese text', () => {
  expect(hostsIn('open münchen.example and пример.example')).toEqual([
    'xn--mnchen-3ya.example',
    'xn--e1afmkfd.example',
  ]);
  expect(hostsIn('请打开a.example谢谢')).toEqual(['a.example']);
  expect(hostOf('https://MÜNCHEN.example./')).toBe('xn--mnchen-3ya.example');
});

test('what is no name is named by a URL', () => {
  expect(hostsIn('try http://localhost:3000/a, (http://10.1.2.3) or 1.2.3.4')).toEqual([
    'localhost',
    '10.1.2.3',
  ]);
});

test('a file in a path is no host', () => {
  expect(hostsIn('/user/notes.md, https://a.example/b/c.zip and /system/.ssh/id.pub')).toEqual([
    'a.example',
  ]);
});

test('a host is within itself and those above it, and within nothing it only ends like', () => {
  const hosts = new Set(['example.com']);
  expect(
    ['example.com', 'a.b.example.com', 'notexample.com', 'com', 'example.com.evil.example'].map(
      (host) => isWithin(host, hosts),
    ),
  ).toEqual([true, true, false, false, false]);
});

test('finding hosts takes no longer than the text is long', () => {
  for (const text of [
    'a.'.repeat(100_000),
    'a-'.repeat(100_000),
    '@'.repeat(100_000),
    'a.b@'.repeat(50_000),
  ]) {
    const start = performance.now();
    hostsIn(text);
    expect(performance.now() - start).toBeLessThan(1000);
  }
});

test('whatever a URL is, asking where it leads throws nothing', () => {
  const every = fc.property(fc.string(), (url) => hostOf(url) !== '');
  expect(() => fc.assert(every)).not.toThrow();
});

test('a host made to be hard to read takes no longer than others of its length', () => {
  const before = performance.now();
  hostOf(`http://a${'.'.repeat(300_000)}b`);
  expect(performance.now() - before).toBeLessThan(5000);
});

test('a host of ten thousand names asks about its end alone', () => {
  const asked: string[] = [];
  const hosts = new (class extends Set<string> {
    override has(host: string): boolean {
      asked.push(host);
      return super.has(host);
    }
  })(['example.com']);
  expect(isWithin('www.a'.repeat(10_000), hosts)).toBe(false);
  expect(asked.length).toBeLessThan(127);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(253);
  expect(isWithin(`${'www.a'.repeat(10_000)}.example.com`, hosts)).toBe(true);
  expect(isWithin(`${'a'.repeat(253)}.example.com`, hosts)).toBe(true);
  expect(isWithin(`${'a'.repeat(300)}example.com`, hosts)).toBe(false);
});
