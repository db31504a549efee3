import { describe, expect, test } from 'vitest';

import { sdkVersions, type SdkVersion } from '../../test/sdk-versions.ts';
import { history, pending, question, Shop } from '../../test/shop.ts';

const perTool =
  (check: (euros: number) => unknown) =>
  ({ euros }: { euros: number }): unknown =>
    check(euros);

describe.each(sdkVersions.filter(({ major }) => major === 7))(
  'toolApproval on ai $version',
  ({ sdk }: SdkVersion) => {
    test.each([
      ['a status', 'user-approval'],
      ['a status with a reason', { type: 'user-approval', reason: 'large' }],
      [
        'a function per tool',
        ({ euros }: { euros: number }) => (euros > 3 ? 'user-approval' : undefined),
      ],
    ])('keeps the map of the app: %s', async (_, entry) => {
      const shop = new Shop(sdk, { settings: { toolApproval: { refund: entry } } });
      shop.hooks.addHook('preToolCall', () => undefined);
      const first = await shop.say([question]);
      expect(pending(first)).toBeDefined();
      await shop.say(history(first, true));
      expect(shop.paid).toEqual([5]);
    });

    test.each([
      ['map', (check: (euros: number) => unknown) => ({ refund: perTool(check) })],
      [
        'function',
        (check: (euros: number) => unknown) =>
          ({ toolCall }: { toolCall: { input: { euros: number } } }) =>
            check(toolCall.input.euros),
      ],
    ])('asks the %s of the app about the arguments that hooks left', async (_, config) => {
      const asked: number[] = [];
      const check = (euros: number): unknown => {
        asked.push(euros);
        return euros > 10 ? 'denied' : undefined;
      };
      const shop = new Shop(sdk, { settings: { toolApproval: config(check) } });
      shop.hooks.addHook('preToolCall', ({ call }) => ({ call: { ...call, args: { euros: 50 } } }));
      await shop.say([question]);
      expect([asked, shop.paid]).toEqual([[50], []]);
    });

    test('keeps the function of the app, with everything the SDK gives it', async () => {
      const requests: unknown[] = [];
      const toolApproval = (request: {
        readonly toolCall: { readonly toolName: string };
      }): unknown => {
        requests.push([request.toolCall.toolName, Object.keys(request).toSorted()]);
        return { type: 'denied', reason: 'the app says no' };
      };
      const shop = new Shop(sdk, { settings: { toolApproval } });
      const causes: unknown[] = [];
      shop.hooks.addHook('preToolCall', () => undefined);
      shop.hooks.addHook(
        'onToolCallError',
        ({ cause, error }) => void causes.push([cause, error.message]),
      );
      await shop.say([question]);
      expect(requests).toEqual([
        ['refund', ['messages', 'runtimeContext', 'toolCall', 'tools', 'toolsContext']],
      ]);
      expect(shop.told).toMatchObject({ type: 'execution-denied', reason: 'the app says no' });
      expect([shop.paid, causes]).toEqual([[], [['denied', 'the app says no']]]);
    });

    test("does not switch off the tools' own needsApproval", async () => {
      const shop = new Shop(sdk, {
        settings: { toolApproval: { other: 'approved' } },
        tool: { needsApproval: true },
      });
      shop.hooks.addHook('preToolCall', () => undefined);
      expect(pending(await shop.say([question]))).toBeDefined();
    });

    test('lets an error of the function of the app end the run, as it does without hooks', async () => {
      const toolApproval = (): never => {
        throw new Error('database down');
      };
      const shop = new Shop(sdk, { settings: { toolApproval } });
      await expect(shop.say([question])).rejects.toThrow('database down');
      expect(shop.paid).toEqual([]);
    });
  },
);
