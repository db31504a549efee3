import { createHooks, deny, type Hooks } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { withHooks } from './index.ts';
import { hookedWire, resultOf, settled } from '../test/hooked-wire.ts';
import { sdkVersions } from '../test/sdk-versions.ts';

function denying(): { readonly hooks: Hooks; readonly told: string[] } {
  const [hooks, told] = [createHooks(), [] as string[]];
  hooks.addHook('onMcpMessage', () => deny('not that'));
  hooks.observe('onHookError', ({ code }) => void told.push(code));
  return { hooks, told };
}

describe.each(['onmessage', 'onerror'] as const)('%s of the original', (name) => {
  test('that is set after it was hooked is told of once, and takes what comes', async () => {
    const { hooks, told } = denying();
    const { wire } = hookedWire(hooks);
    const heard: unknown[] = [];
    const receiver = (value: unknown): void => void heard.push(value);
    Object.assign(wire, { [name]: receiver });
    Object.assign(wire, { [name]: receiver });
    wire[name]?.(resultOf(1) as never);
    await settled();
    expect(heard).toEqual([resultOf(1)]);
    expect(told).toEqual(['unhooked_original']);
  });

  test("is refused under require: 'enforced', and the hooked one stays", async () => {
    const { hooks } = denying();
    const { wire, heard, errors } = hookedWire(hooks, { require: 'enforced' });
    const receiver = (): void => undefined;
    expect(() => Object.assign(wire, { [name]: receiver })).toThrow('[unhooked_original]');
    wire[name]?.((name === 'onmessage' ? resultOf(1) : new Error('cut')) as never);
    await settled();
    expect(JSON.stringify([heard, String(errors)])).toContain('not that');
  });

  test('says nothing of what is set on the hooked one, nor of what is taken away', async () => {
    const { hooks, told } = denying();
    const { wire, transport } = hookedWire(hooks, { require: 'enforced' });
    Object.assign(transport, { [name]: () => undefined });
    Object.assign(wire, { [name]: undefined });
    await settled();
    expect(told).toEqual([]);
    expect(wire[name]).toBeUndefined();
  });

  test('keeps the place that it has among the members of a transport', () => {
    const keys = (hooks?: Hooks): string[] => {
      const native = new (class {
        start = async (): Promise<void> => undefined;
        send = async (): Promise<void> => undefined;
        close = async (): Promise<void> => undefined;
      })();
      const transport = hooks === undefined ? native : withHooks(native, hooks);
      Object.assign(transport, { other: 1, [name]: () => undefined });
      return Object.keys(native).filter((key) => key === 'other' || key === name);
    };
    expect(keys(createHooks())).toEqual(keys());
  });
});

test('a transport whose receiver leads to another one still gives it there', () => {
  const { StreamableHTTPServerTransport } = sdkVersions.at(-1)!.sdk;
  const native = new StreamableHTTPServerTransport({});
  const transport = withHooks(native, createHooks(), { role: 'server' });
  transport.onmessage = () => undefined;
  const { _webStandardTransport: inner } = native as object as Record<string, typeof native>;
  expect(inner?.onmessage).toBeTypeOf('function');
  expect(native.onmessage).toBe(inner?.onmessage);
  expect(Object.keys(native)).not.toContain('onmessage');
});

test.each(sdkVersions)(
  'a client of MCP SDK $version is refused on the original',
  async ({ sdk }) => {
    const [near] = sdk.InMemoryTransport.createLinkedPair();
    withHooks(near, createHooks(), { require: 'enforced' });
    const client = new sdk.Client({ name: 'app', version: '1' }, { capabilities: {} });
    await expect(client.connect(near)).rejects.toThrow('[unhooked_original]');
  },
);
