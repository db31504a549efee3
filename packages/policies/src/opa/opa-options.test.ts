import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { opaModule } from '../../test/opa-module.ts';
import { opa } from './index.ts';
import { opaVerdict } from './opa-verdict.ts';

const wasm = await opaModule({ cases: [], otherwise: true });

describe('a module for opa', () => {
  // For an invalid module the library writes to the console and throws too.
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue(undefined));
  afterEach(() => vi.restoreAllMocks());

  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'is no WebAssembly',
      { wasm: new Uint8Array([1, 2, 3]) },
      /cannot be loaded; pass policy\.wasm/,
    ],
    ['is missing', { wasm: undefined }, /cannot be loaded/],
    ['speaks no OPA', { wasm: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) }, /cannot be loaded/],
    ['lacks the entrypoint', { entrypoint: 'app/x' }, /no entrypoint app\/x; .*app\/verdict/],
    ['gets data that is none', { data: { at: new Date(0) } }, /data is no plain data/],
    ['gets a list as data', { data: [] }, /data is no object/],
    ['gets no data after all', { data: null }, /data is no object/],
    ['gets a builtin that is none', { builtins: { now: 5 } }, /builtin now is no function/],
    [
      'gets a builtin that would not be called',
      { builtins: { 'regex.split': () => [] } },
      /library brings regex\.split itself/,
    ],
    ['is for no event', { events: [] }, /name at least one/],
    ['is for an unknown event', { events: ['preTool'] }, /preTool is no event/],
    ['is for an observer', { events: ['onChatDone'] }, /onChatDone is no event/],
    ['has a cache of no size', { cache: -1 }, /cache is -1/],
  ])('that %s is refused at once', async (_, options, message) => {
    await expect(opa({ wasm, ...options })).rejects.toThrow(message);
  });

  test('that calls functions nobody brings is refused, and names them', async () => {
    const needy = await opaModule({ builtins: ['http.send', 'sprintf', 'time.now_ns'], cases: [] });
    await expect(opa({ wasm: needy })).rejects.toThrow(
      /calls http\.send, time\.now_ns, which no WebAssembly module brings/,
    );
    const builtins = { 'http.send': () => ({}), 'time.now_ns': () => 0 };
    await expect(opa({ wasm: needy, builtins })).resolves.toMatchObject({ name: 'opa' });
  });

  test('has a version that changes with it, its data and its entrypoint', async () => {
    const other = await opaModule({ cases: [], otherwise: false });
    const versions = await Promise.all(
      [
        { wasm },
        { wasm: other },
        { wasm, data: { limit: 5 } },
        { wasm, entrypoint: 'app/verdict' },
        { wasm, version: '2' },
      ].map(async (options) => (await opa(options)).version),
    );
    expect(new Set(versions).size).toBe(versions.length);
    expect((await opa({ wasm })).version).toBe(versions[0]);
  });

  test('that is compiled already needs a version', async () => {
    const compiled = new WebAssembly.Module(wasm);
    await expect(opa({ wasm: compiled })).rejects.toThrow('pass `version`');
    await expect(opa({ wasm: compiled, version: '7' })).resolves.toMatchObject({ name: 'opa' });
  });
});

describe('the results of a rule', () => {
  test.each<[unknown]>([
    [undefined],
    [[]],
    [true],
    [{ result: true }],
    [[true]],
    [[{}]],
    [[{ result: true }, { result: true }]],
    [[null]],
  ])('that are %j deny', (results) => {
    expect(opaVerdict(results)).toMatchObject({ decision: 'deny', code: 'opa_unknown' });
  });
});
