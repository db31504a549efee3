import { describe, expect, test } from 'vitest';

import type { TrackTaintOptions } from './track-taint-options.ts';
import { trackTaint } from '../track-taint.ts';

describe('bad options', () => {
  test.each([
    [{ tool: {} }, 'tool'],
    [{ onTainted: 'warn' }, 'onTainted'],
    [{ onUnrequested: 'allow' }, 'onUnrequested'],
    [{ annotations: true }, 'annotations'],
    [{ maxCharacters: 0 }, 'maxCharacters'],
    [{ maxCharacters: 1.5 }, 'maxCharacters'],
    [{ hosts: ['https://example.com/'] }, 'hosts'],
    [{ delegates: 'follow' }, 'delegates'],
    [{ sources: { web: 'trusted' } }, 'sources'],
    [{ sources: { 'memory:x': 'good' } }, 'memory:x'],
    [{ tools: { send: { guard: {} } } }, 'guard'],
    [{ tools: { send: { whose: 'sources' } } }, 'whose'],
    [{ tools: { send: { reads: 'good' } } }, 'reads'],
    [{ tools: { send: { guards: { to: {} } } } }, 'asks for nothing'],
    [{ tools: { send: { guards: { to: { links: 'trusted' } } } } }, 'links'],
    [{ tools: { send: { guards: { to: { must: 'be-trusted', words: 3 } } } } }, 'words'],
    [{ tools: { send: { guards: { to: { must: 'not-be-copied', words: 0 } } } } }, 'words'],
    [{ tools: { send: { guards: { to: { oneOf: [] } } } } }, 'oneOf'],
    [{ tools: { send: { guards: { to: { must: 'be-trusted', everyone: 'x' } } } } }, 'everyone'],
    [{ tools: { send: { guards: { to: { oneOf: 'list', everyone: '' } } } } }, 'everyone'],
    [{ tools: { send: { guards: 'trusted' } } }, 'name the arguments'],
    [
      { tools: { send: { guards: { to: { must: 'be-trusted', allow: 'a@b.example' } } } } },
      'no list',
    ],
    [{ tools: { send: null } }, 'send'],
    [{ tools: { send: { effect: 'read' } } }, 'effect'],
    [{ tools: { send: { reads: 'good' } } }, 'reads'],
    [{ tools: { send: { asksFor: 'pay' } } }, 'asksFor'],
    [{ tools: { send: { guards: { to: 'safe' } } } }, 'to'],
    [{ tools: { send: { guards: { to: {} } } } }, 'must'],
    [{ tools: { send: { guards: { to: { must: 'be-trusted', compare: 'url' } } } } }, 'compare'],
    [{ tools: { send: { guards: { to: { must: 'be-trusted', allow: [5] } } } } }, 'allow'],
  ])('%j are refused when the policy is made', (options, name) => {
    expect(() => trackTaint(options as TrackTaintOptions)).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringContaining(name) as string,
      }),
    );
  });
});
