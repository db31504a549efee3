import { createHooks, deny, type Dict } from '@interpose/core';
import { describe, expect, test } from 'vitest';

import { FakeWire, type Sent } from '../test/fake-wire.ts';
import { callOf, resultOf, settled } from '../test/hooked-wire.ts';
import { withHooks } from './index.ts';

/** A transport of an app with further methods that send as well. */
class OwnWire extends FakeWire {
  #sent = 0;

  both(message: Sent): Promise<void> {
    return this.send(message);
  }

  async twice(message: Sent): Promise<void> {
    await this.send(message).then(settled);
    await this.send(message);
  }

  later(message: Sent): Promise<void> {
    return this.twice(message);
  }

  async counted(message: Sent): Promise<number> {
    await this.send(message);
    return (this.#sent += 1);
  }

  echo(message: Dict): void {
    this.onmessage?.(message);
  }

  async countedLater(message: Sent): Promise<void> {
    await settled();
    this.count();
    await this.send(message);
  }

  count(): number {
    return (this.#sent += 1);
  }

  itself(): this {
    return this;
  }
}

/** Returns hooks that let no request out, the events they were asked at, and what was reported. */
function closed() {
  const [hooks, asked, told] = [createHooks(), [] as string[], [] as string[]];
  hooks.addHook('preMcpMessage', () => (asked.push('out'), deny('no')));
  hooks.addHook('onMcpMessage', () => void asked.push('in'));
  hooks.addHook('onHookError', ({ code }) => void told.push(code));
  return { hooks, asked, told };
}

describe.each([{}, { require: 'enforced' } as const])(
  'an own method of a transport, %o',
  (given) => {
    test.each([
      ['both', ['out']],
      ['twice', ['out', 'out']],
      ['later', ['out', 'out']],
      ['countedLater', ['out']],
    ] as const)('passes the hooks with what it sends: %s', async (name, expected) => {
      const [wire, { hooks, asked, told }] = [new OwnWire(), closed()];
      const transport = withHooks(wire, hooks, given);
      await transport[name](callOf(1));
      expect([wire.out, asked, told]).toEqual([[], expected, []]);
    });

    test('passes all layers of hooks', async () => {
      const [wire, inner, outer] = [new OwnWire(), createHooks(), createHooks()];
      const asked: string[] = [];
      inner.addHook('preMcpMessage', () => void asked.push('inner'));
      outer.addHook('preMcpMessage', () => void asked.push('outer'));
      await withHooks(withHooks(wire, inner, given), outer, given).later(callOf(1));
      expect(asked).toEqual(['outer', 'inner', 'outer', 'inner']);
      expect(wire.out).toHaveLength(2);
    });

    test('passes the hooks with what it says came in', async () => {
      const [{ hooks, asked }, heard] = [closed(), [] as unknown[]];
      const transport = withHooks(new OwnWire(), hooks, given);
      transport.onmessage = (message) => void heard.push(message);
      transport.echo(resultOf(1));
      await settled();
      expect([asked, heard]).toEqual([['in'], [resultOf(1)]]);
    });

    test('hands out the hooked transport in place of the native one', () => {
      const transport = withHooks(withHooks(new OwnWire(), createHooks(), given), createHooks());
      expect(transport.itself()).toBe(transport);
      expect(transport.valueOf()).toBe(transport);
    });
  },
);

test('an own method with private fields is told of, and refused where all has to be enforced', async () => {
  const [wire, { hooks, told }] = [new OwnWire(), closed()];
  const transport = withHooks(wire, hooks);
  expect([await transport.counted(callOf(1)), told]).toEqual([1, ['unhooked_original']]);
  withHooks(wire, hooks, { require: 'enforced' });
  await expect(transport.counted(callOf(2))).rejects.toThrow('[unhooked_original]');
  expect(wire.out).toEqual([callOf(1)]);
});
